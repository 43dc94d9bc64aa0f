import { globSync, readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { company, hasPlatform, onlyRemote, root } from '../project.ts';

/** A package of the project. */
export interface Workspace {
  readonly name: string;
  /** From the project's root. */
  readonly folder: string;
  /** What others may import of it, as its package.json says: files by the names that they are imported by. */
  readonly exports: Readonly<Record<string, string>>;
}

/**
 * Teams, and sites that install the platform, have none of the packages' sources. Paths in `@site/shared`, which remotes import, are
 * those of the platform's repository.
 */
const installedShared: Workspace = {
  name: '@site/shared',
  folder: 'shared',
  exports: { '.': './index.ts', './*': './*' },
};

/** The packages of the project. */
export const workspaces: readonly Workspace[] = [
  ...(onlyRemote === undefined ? readWorkspaces() : []),
  ...(hasPlatform ? [] : [installedShared]),
];

function readWorkspaces(): readonly Workspace[] {
  const rooms = hasPlatform ? 'shared,shell,api,platform/*,platform/optional/*,tests/*,' : '';
  const files = globSync(`{${rooms}${company},remotes/*}/package.json`, { cwd: root });
  return files.sort().map((file) => {
    const { name, exports = {} } = JSON.parse(readFileSync(join(root, file), 'utf8')) as Partial<Workspace>;
    return { name: name ?? file, folder: posix.dirname(file.replaceAll('\\', '/')), exports };
  });
}

/** The package of the project that an import is of. */
const workspaceOf = (specifier: string): Workspace | undefined =>
  workspaces.find(({ name }) => specifier === name || specifier.startsWith(`${name}/`));

/**
 * The file, from the project's root, that an import of a package of the project leads to. Where `exports` doesn't name it, that is the
 * package's folder. Undefined for packages of others.
 */
export function ownFile(specifier: string): string | undefined {
  const workspace = workspaceOf(specifier);
  if (!workspace) return undefined;
  const { name, folder, exports } = workspace;
  return posix.join(folder, exportedAs(exports, `.${specifier.slice(name.length)}`) ?? '');
}

/** The file that `exports` has under a name, as Node finds it: by itself, or by the longest pattern. */
function exportedAs(exports: Workspace['exports'], name: string): string | undefined {
  if (exports[name] !== undefined) return exports[name];
  const patterns = Object.entries(exports).sort(([a], [b]) => b.length - a.length);
  for (const [pattern, target] of patterns) {
    const [start = '', end] = pattern.split('*');
    if (end !== undefined && name.startsWith(start) && name.endsWith(end))
      return target.replace('*', name.slice(start.length, name.length - end.length));
  }
  return undefined;
}
