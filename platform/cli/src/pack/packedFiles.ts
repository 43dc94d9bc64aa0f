import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { isWithin } from '@site/bundling/checks/sources.ts';
import { root } from '@site/bundling/project.ts';
import { parseSync } from 'oxc-parser';
import type { UsedNames } from './slimPackage.ts';

/** The files that match patterns, from the project's root. */
export const filesIn = (...patterns: readonly string[]): readonly string[] =>
  globSync(patterns, { cwd: root, exclude: ['**/node_modules/**'], withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => `${entry.parentPath}/${entry.name}`.slice(root.length + 1).replaceAll('\\', '/'))
    .sort();

/** What files import of packages, except types. */
export function usedOf(packages: readonly string[], files: Iterable<string>): Readonly<Record<string, UsedNames>> {
  const used: Record<string, Record<string, readonly string[]>> = {};
  for (const file of files) {
    if (!/(?<!\.test)\.tsx?$/.test(file)) continue;
    const { staticImports } = parseSync(file, readFileSync(join(root, file), 'utf8')).module;
    for (const { moduleRequest, entries } of staticImports) {
      const name = packages.find((found) => isWithin(moduleRequest.value, found));
      if (name === undefined) continue;
      const imported = entries.filter(({ isType }) => !isType).map(({ importName }) => importName.name ?? 'default');
      if (imported.length === 0) continue;
      used[name] ??= {};
      used[name][moduleRequest.value] = [...new Set([...(used[name][moduleRequest.value] ?? []), ...imported])];
    }
  }
  return used;
}
