import { legal } from '@site/company/legal.ts';
import { samplesIn } from '@site/shared/facts.ts';
import type { Check } from './Check.ts';
import { type Files, isForTests, readFiles } from './sources.ts';

/**
 * What the owner still has to fill in before the site goes live: facts that are samples, and example addresses in the data
 * files. Runs only when named.
 */
export const owner: Check = {
  name: 'owner',
  run: async () => [
    ...samplesIn(legal).map((fact) => missing('shared/company/legal.ts', `“${fact}” is a sample`)),
    ...samplesInData(readFiles('shared/company/brand.ts', 'remotes/*/src/data/*.ts')),
  ],
};

const missing = (place: string, what: string): string => `SITE-OWNER ${place}: ${what}. Replace it with the true one.`;

/** An example address, or a fact that is marked as a sample. */
const samplePattern = /'([^']*(?:-example\b|\.example\b)[^']*)'|\bsample\('([^']*)'\)/g;

/** The samples in data files: partners, people, the testimonial, hours of service, addresses. */
export function samplesInData(files: Files): readonly string[] {
  return [...files].flatMap(([path, text]) => {
    if (isForTests(path)) return [];
    return text
      .split('\n')
      .flatMap((line, index) =>
        [...line.matchAll(samplePattern)].map(([, address, fact]) =>
          missing(`${path}:${index + 1}`, `“${address ?? fact}” is a sample`),
        ),
      );
  });
}
