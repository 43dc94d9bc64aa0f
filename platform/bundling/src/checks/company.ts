import { brand, company as legalName } from '@site/company/brand.ts';
import { cities } from '@site/company/offices.ts';
import { textOf } from '@site/shared/facts.ts';
import type { Check } from './Check.ts';
import { type Files, isForTests, readFiles } from './sources.ts';

/** What is one company's is in its package and in texts: the platform is for others too, and a rename changes one place. */
export const company: Check = {
  name: 'company',
  run: async () => {
    const code = '*.{ts,tsx,css,mjs,cjs}';
    const platform = readFiles(`{shared,api,shell,platform}/**/{${code},*.svg,*.html,*.json}`, '*.{ts,json}');
    const everyOffice = Object.values(cities).flatMap(({ name, title }) => [name, title]);
    return [
      ...namesIn(platform, [brand.product, textOf(legalName), brand.email, domainOf(brand.email), ...everyOffice]),
      // Remotes are the company's too, but take its name from there.
      ...namesIn(readFiles(`remotes/**/${code}`, '**/locales/*.json'), [brand.product], isData),
    ];
  },
};

const domainOf = (email: string): string => email.slice(email.indexOf('@') + 1);

const isData = (path: string): boolean => /\/data\//.test(path);

/** Files of the company itself, texts, tests, and records of what there is. */
const isOutside = (path: string): boolean =>
  /^shared\/(?:company\/|exportedTypes\.json$)|^package-lock\.json$|\/locales\//.test(path) || isForTests(path);

/** The lines that have one of the names, in any case: the first name of each line. */
export function namesIn(
  files: Files,
  names: readonly string[],
  mayName: (path: string) => boolean = isOutside,
): readonly string[] {
  const wanted = [...new Set(names)].map((name) => ({ name, lower: name.toLowerCase() }));
  return [...files].flatMap(([path, text]) => {
    if (mayName(path)) return [];
    return text.split('\n').flatMap((line, index) => {
      const found = wanted.find(({ lower }) => line.toLowerCase().includes(lower));
      if (found === undefined) return [];
      return [`${path}:${index + 1}: names “${found.name}”. Take it from @site/company, or write {{product}} in texts`];
    });
  });
}
