import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { legal } from '@site/company/legal.ts';
import { noHomePage } from '@site/releases/homePage.ts';
import { readPolicy } from '@site/releases/policy.ts';
import { samplesIn, samplesInText } from '@site/shared/facts.ts';
import { languages } from '@site/shared/i18n/languages.ts';
import { ownersIn, type RoutePolicy } from '@site/shared/routes/policy.ts';
import { root } from '../project.ts';
import type { Check } from './Check.ts';
import { type Files, isForTests, readFiles } from './sources.ts';

/**
 * What the owner still has to fill in before the site goes live: facts that are samples, example addresses in the data files, and
 * who has the home page. Runs only when named.
 */
export const owner: Check = {
  name: 'owner',
  run: async () => [
    ...samplesIn(legal).map((fact) => missing('shared/company/legal.ts', `“${fact}” is a sample`)),
    ...samplesInData(readFiles('shared/company/brand.ts', 'remotes/*/src/data/*.ts')),
    ...homeless(readPolicy(readFileSync(join(root, policyFile), 'utf8'), policyFile)),
  ],
};

const policyFile = 'shared/company/policy.json';

/** A policy by which nobody may have the home page, in some language. */
export function homeless(policy: RoutePolicy): readonly string[] {
  const missing = languages.filter((language) => ownersIn(policy, language, [])('') === undefined);
  return missing.length > 0 ? [`SITE-OWNER ${policyFile}: ${noHomePage(missing)}`] : [];
}

const missing = (place: string, what: string): string => `SITE-OWNER ${place}: ${what}. Replace it with the true one.`;

/** The samples in data files: partners, people, the testimonial, hours of service, addresses. */
export function samplesInData(files: Files): readonly string[] {
  return [...files].flatMap(([path, text]) => {
    if (isForTests(path)) return [];
    return samplesInText(text).map(({ line, sample }) => missing(`${path}:${line}`, `“${sample}” is a sample`));
  });
}
