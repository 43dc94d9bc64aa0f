import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '@site/bundling/project.ts';
import { findChecks } from '../runChecks.ts';
import { type Passage, passagesIn } from './passages.ts';

/** The measurements of `npm run bench`, each with the text that describes it. */
export const readBenches = (): ReadonlyMap<string, string> =>
  new Map(
    passagesIn(readFileSync(join(root, 'tests/bench/main.ts'), 'utf8'), /^ {2}\w+: \{.*?\}/gms).map(({ text }) => [
      text.trim().replace(/:.*/s, ''),
      text,
    ]),
  );

/** Finds the scripts, checks, measurements and tests that a page names and that don't exist. */
export async function findUnknown(): Promise<(page: string) => readonly Passage[]> {
  const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { readonly scripts: object };
  const { checks, onDemand } = await findChecks();
  const checkNames = [...checks, ...onDemand].map(({ name }) => name);
  const benches = readBenches();
  const kinds = [
    {
      what: 'script',
      named: /npm run (?:-s )?([a-z][\w:-]*)/g,
      exists: (name: string) => Object.hasOwn(scripts, name),
    },
    { what: 'check', named: /npm run check -- ([a-z]+)/g, exists: (name: string) => checkNames.includes(name) },
    { what: 'measurement', named: /npm run bench -- ([a-z]+)/g, exists: (name: string) => benches.has(name) },
    {
      what: 'file or folder',
      named: /(?:npm test --|playwright test|rstest run) (\w+\/[\w./]+)/g,
      exists: (name: string) => existsSync(join(root, name)),
    },
  ];
  return (page) =>
    kinds.flatMap(({ what, named, exists }) =>
      passagesIn(page, named)
        .filter(({ text }) => !exists(text))
        .map(({ text, at }) => ({ text: `there is no ${what} “${text}”`, at })),
    );
}
