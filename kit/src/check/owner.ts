import { legal, samplesIn } from '@site/shared/legal.ts';
import type { Check } from './Check.ts';
import { type Files, isForTests, readFiles } from './sources.ts';

/**
 * What the owner has still to fill in before the site goes live: facts that are samples, and addresses of examples in the data
 * files. It runs only when it is named.
 */
export const owner: Check = {
  name: 'owner',
  run: async () => [
    ...samplesIn(legal).map((fact) => missing('shared/legal.ts', `“${fact}” is a sample`)),
    ...exampleAddresses(readFiles('shared/site.ts', 'remotes/*/src/data/*.ts')),
  ],
};

const missing = (place: string, what: string): string => `SITE-OWNER ${place}: ${what}. Replace it by the true one.`;

const exampleAddress = /'([^']*(?:-example\b|\.example\b)[^']*)'/;

/** The addresses in data files that are nobody's. */
export function exampleAddresses(files: Files): readonly string[] {
  return [...files].flatMap(([path, text]) => {
    if (isForTests(path)) return [];
    return text.split('\n').flatMap((line, index) => {
      const address = exampleAddress.exec(line)?.[1];
      return address === undefined ? [] : [missing(`${path}:${index + 1}`, `“${address}” is a sample`)];
    });
  });
}
