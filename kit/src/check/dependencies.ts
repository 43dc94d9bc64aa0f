import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import packageJson from '../../../package.json' with { type: 'json' };
import { root } from '../build/bundles/folders.ts';
import type { Check } from './Check.ts';

const page = 'docs/dependencies.md';

/** Every package has a reason: it is listed, with words, in docs/dependencies.md. */
export const dependencies: Check = {
  name: 'packages',
  run: async () => {
    const listed = reasonsIn(readFileSync(join(root, page), 'utf8'));
    const used = Object.keys({ ...packageJson.dependencies, ...packageJson.devDependencies });
    return [
      ...used.filter((name) => !listed.get(name)).map((name) => `${page}: say why ${name} is needed`),
      ...[...listed.keys()]
        .filter((name) => !used.includes(name))
        .map((name) => `${page}: ${name} is not used any more`),
    ];
  },
};

/** The reason for each package in the tables of a page. */
const reasonsIn = (text: string): Map<string, string> =>
  new Map([...text.matchAll(/^\| `([^`]+)` *\| *(.*?) *\|$/gm)].map(([, name = '', reason = '']) => [name, reason]));
