import { statSync } from 'node:fs';
import { join, posix } from 'node:path';
import { root } from '../../project.ts';
import { exportedAs, type Workspace, workspaces } from '../../bundles/workspaces.ts';
import type { Check } from '../Check.ts';
import { isWithin, readFiles } from '../sources.ts';
import { type NamedFile, namedFiles } from './namedFiles.ts';

/** Files that are copied elsewhere: they import the packages as others do, also the one that they are in. */
const templates = ['platform/cli/src/new-remote/template', 'platform/cli/src/new-remote/repository'];

/** The files of packages that the project's files name. */
export const namedInProject = (): readonly NamedFile[] =>
  namedFiles(readFiles('{shared,api,shell,remotes,platform,tests}/**/*.{ts,tsx,mjs,cjs,css,json}', '*.{ts,json}'));

/** Each package exports the files that others import, and no other. */
export const exportsCheck: Check = {
  name: 'exports',
  run: async () => {
    const named = namedInProject();
    return [...leaving(named, workspaces), ...workspaces.flatMap((workspace) => differences(workspace, named))];
  },
};

/** Relative imports that leave their package: `exports` wouldn't show what is used from outside. */
export function leaving(named: readonly NamedFile[], packages: readonly Workspace[]): readonly string[] {
  const homeOf = (path: string) => packages.find(({ folder }) => isWithin(path, folder));
  return named.flatMap(({ path, specifier }) => {
    if (!specifier.startsWith('.')) return [];
    const target = posix.join(posix.dirname(path), specifier);
    const home = homeOf(target);
    if (home === homeOf(path)) return [];
    const remedy = home ? `Import "${importedAs(target, home)}".` : 'Read the file when the program runs.';
    return [`${path}: "${specifier}" leaves its package. ${remedy}`];
  });
}

const importedAs = (file: string, { name, folder }: Workspace) =>
  `${name}/${posix.relative(folder, file).replace(/^src\//, '')}`;

const remedy = 'All lines at once: `npx node platform/bundling/src/checks/exports/write.ts`.';

/** The lines that a package's `exports` lacks, and those that nobody needs. */
export function differences(
  workspace: Workspace,
  named: readonly NamedFile[],
  isThere: (file: string) => boolean = isFile,
): readonly string[] {
  const { folder, exports } = workspace;
  const needed = neededExports(workspace, named, isThere);
  const missing = Object.entries(needed).filter(([name]) => exports[name] === undefined);
  const unused = Object.entries(exports).filter(([name]) => needed[name] === undefined);
  const line = ([name, target]: readonly [string, string]) => `"${name}": "${target}"`;
  return [
    ...missing.map(
      (entry) => `${folder}/package.json: other packages import ${entry[0]}: add ${line(entry)} to exports. ${remedy}`,
    ),
    ...unused.map(
      (entry) =>
        `${folder}/package.json: no other package imports ${entry[0]}: remove ${line(entry)} from exports. ${remedy}`,
    ),
  ];
}

/** The `exports` of a package as others import it now, sorted. Its patterns stay as long as anyone uses them. */
export function neededExports(
  { name, folder, exports }: Workspace,
  named: readonly NamedFile[],
  isThere: (file: string) => boolean = isFile,
): Workspace['exports'] {
  // Optional packages export everything: boundaries say who may import what.
  if (isWithin(folder, 'platform/optional')) return exports;
  const isOutside = (path: string) => [...templates, folder].find((place) => isWithin(path, place)) !== folder;
  const paths = named
    .filter(({ path, specifier }) => isWithin(specifier, name) && isOutside(path))
    .map(({ specifier }) => `.${specifier.slice(name.length)}`);
  const patterns = Object.entries(exports).filter(([pattern]) => {
    const [start = '', end] = pattern.split('*');
    // A pattern is for a folder: one for everything would be no wall.
    return end !== undefined && start !== './' && paths.some((path) => path.startsWith(start));
  });
  const covered = Object.fromEntries(patterns);
  const single = [...new Set(paths)]
    .filter((path) => exportedAs(covered, path) === undefined)
    .flatMap((path) => {
      const candidates = [exports[path], path.replace('./', './src/'), path];
      const target = candidates.find((file) => file !== undefined && isThere(posix.join(folder, file)));
      return target === undefined ? [] : [[path, target] as const];
    });
  return Object.fromEntries([...patterns, ...single].sort(([a], [b]) => a.localeCompare(b, 'en')));
}

const isFile = (file: string): boolean => statSync(join(root, file), { throwIfNoEntry: false })?.isFile() ?? false;
