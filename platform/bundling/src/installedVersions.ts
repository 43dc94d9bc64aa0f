import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { descriptionOf } from './installedProgram.ts';

/** A package in a lock file or in its own package.json. */
interface PackageDescription {
  readonly version?: string;
  /** Hash of the package, in lock files. */
  readonly integrity?: string;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
  readonly peerDependencies?: Readonly<Record<string, string>>;
}

/** A package and its folder. */
interface FoundPackage extends PackageDescription {
  readonly place: string;
}

/**
 * Finds a package as Node does.
 *
 * @param from the folder of the package that imports it; empty for the project
 */
type FindPackage = (name: string, from: string) => FoundPackage | undefined;

/**
 * The versions of some packages and all their dependencies. npm's lock file has them for every machine; with another package
 * manager, the installed versions are used.
 *
 * @param alone packages whose own dependencies don't count
 * @param from the folder, from the project's root, that imports the packages
 */
export function installedVersions(
  project: string,
  names: readonly string[],
  { alone = [], from = '' }: { readonly alone?: readonly string[]; readonly from?: string } = {},
): readonly string[] {
  const find = findIn(project);
  const found = new Map<string, string>();
  const waiting = names.map((name) => ({ name, from: from === '.' ? '' : from }));
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const entry = find(next.name, next.from);
    if (!entry || found.has(entry.place)) continue;
    const { place, version, integrity = '', dependencies, optionalDependencies, peerDependencies } = entry;
    found.set(place, `${place}@${version} ${integrity}`);
    if (alone.includes(next.name)) continue;
    for (const name of Object.keys({ ...dependencies, ...optionalDependencies, ...peerDependencies }))
      waiting.push({ name, from: place });
  }
  return [...found.values()].sort();
}

/**
 * The versions of some packages, as `installedVersions` finds them, by name. A package without one, such as a linked folder, is
 * `unknown`.
 */
export function versionsOf(project: string, names: Iterable<string>, from: string): Readonly<Record<string, string>> {
  const find = findIn(project);
  const folder = from === '.' ? '' : from;
  return Object.fromEntries([...names].sort().map((name) => [name, find(name, folder)?.version ?? 'unknown']));
}

function findIn(project: string): FindPackage {
  const lockFile = join(project, 'package-lock.json');
  return existsSync(lockFile) ? inLockFile(lockFile) : amongInstalled(project);
}

function inLockFile(file: string): FindPackage {
  const { packages } = JSON.parse(readFileSync(file, 'utf8')) as {
    readonly packages: Readonly<Record<string, PackageDescription>>;
  };
  return (name, from) => {
    const place = placesOf(name, from).find((path) => path in packages);
    return place === undefined ? undefined : { ...packages[place], place };
  };
}

/** Where Node looks for a package that another one imports: first inside it, then further up. */
function placesOf(name: string, from: string): readonly string[] {
  const folders =
    from === ''
      ? []
      : from.split('/node_modules/').map((_, index, parts) => parts.slice(0, index + 1).join('/node_modules/'));
  return [...folders.toReversed().map((folder) => `${folder}/node_modules/${name}`), `node_modules/${name}`];
}

/** Without optional dependencies: most are for one kind of machine. */
function amongInstalled(project: string): FindPackage {
  return (name, from) => {
    const file = descriptionOf(name, join(project, from, 'package.json'));
    if (file === undefined) return undefined;
    const { version, dependencies, peerDependencies } = JSON.parse(readFileSync(file, 'utf8')) as PackageDescription;
    const place = relative(project, dirname(file));
    return {
      place,
      ...(version && { version }),
      ...(dependencies && { dependencies }),
      ...(peerDependencies && { peerDependencies }),
    };
  };
}
