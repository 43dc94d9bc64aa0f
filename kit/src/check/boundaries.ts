import recordedExports from '@site/shared/exports.json' with { type: 'json' };
import { filesOf, onlyRemote, remotes } from '../build/bundles/project.ts';
import { singletonRanges } from '../build/bundles/singletons.ts';
import type { Check } from './Check.ts';
import { type Import, importsOf, isForTests, isWithin, parse, readFiles, resolve } from './sources.ts';

/** Libraries that remotes bundle themselves. */
const bundledPackages = ['lucide-react'];

/** Rooms import only those below them, remotes only what is shared with them, and nothing imports a remote. */
export const boundaries: Check = {
  name: 'boundaries',
  run: async (app = onlyRemote) => {
    const everything = '{shared,releases,http,api,shell,remotes,server,kit,testkit,e2e,bench}/**/*.{ts,tsx}';
    const sources = parse(readFiles(app === undefined ? everything : filesOf(app, '*.{ts,tsx}')));
    const packages = [...Object.keys(singletonRanges), ...bundledPackages];
    const zones = onlyRemote === undefined ? zonesOf(remotes, packages) : repositoryZones(packages);
    const rules = { zones, surfaces: recordedExports };
    return [...sources].flatMap(([path, source]) =>
      refusals(path, importsOf(source), rules).map((reason) => `${path}: ${reason}`),
    );
  },
};

/** The rules for imports. */
interface Boundaries {
  readonly zones: readonly Zone[];
  /** The exports of packages that are shared in part. */
  readonly surfaces: Readonly<Record<string, readonly string[]>>;
}

/** A reason for each import of a file that is not allowed. */
export function refusals(path: string, imports: readonly Import[], { zones, surfaces }: Boundaries): readonly string[] {
  const zone = zones.find(({ folder }) => isWithin(path, folder));
  if (!zone) return [];
  const mayImport = [zone.folder, ...zone.imports, ...(isForTests(path) ? testFolders : [])];
  return imports.flatMap(({ specifier, names }) => {
    const target = resolve(path, specifier);
    if (target !== undefined) {
      return mayImport.some((allowed) => isWithin(target, allowed)) ? [] : [`"${specifier}" crosses a boundary`];
    }
    if (zone.packages === 'any' || isForTests(path)) return [];
    if (!zone.packages.includes(specifier)) return [`the shell doesn't provide "${specifier}"`];
    const provided = surfaces[specifier] ?? names;
    const missing = names.filter((name) => !provided.includes(name));
    return missing.map((name) => `the shell doesn't provide "${name}" of "${specifier}"`);
  });
}

/** A part of the project and what its files may import. */
interface Zone {
  readonly folder: string;
  /** Files and folders of the project, besides the zone's own. */
  readonly imports: readonly string[];
  /** Packages from npm. */
  readonly packages: readonly string[] | 'any';
}

/** The rooms from the bottom up, and what each may import. */
const rooms: Readonly<Record<string, readonly string[]>> = {
  shared: [],
  // The pages that releases propose are composed there, too.
  releases: ['shared/contract', 'shared/routes', 'shared/i18n/languages.ts'],
  http: ['shared/contract'],
  api: ['http', 'shared/contract', 'shared/format.ts', 'shared/i18n', 'shared/site.ts'],
  shell: ['shared'],
  server: ['shell', 'api', 'http', 'releases', 'shared'],
  kit: ['server', 'shell', 'api', 'http', 'releases', 'shared'],
  testkit: ['kit', 'server', 'shell', 'api', 'http', 'releases', 'shared', 'remotes'],
  e2e: ['testkit', 'kit', 'server', 'shell', 'api', 'http', 'releases', 'shared'],
  bench: ['testkit', 'kit', 'server', 'shell', 'api', 'http', 'releases', 'shared'],
};

/** Every program may read versions and names from here. */
const projectFile = 'package.json';

/** Tests of every room may also import these. */
const testFolders: readonly string[] = ['testkit', 'shared'];

/** The contact form's rules and the legal facts are part of the one remote that needs them: in index.ts, every page would load them. */
const forRemotes: readonly string[] = ['shared/index.ts', 'shared/contract/contact', 'shared/legal.ts'];

/** What the code of a remote in a repository of its own may import. */
const repositoryZones = (packages: readonly string[]): readonly Zone[] => [
  { folder: 'src', imports: ['locales', ...forRemotes], packages },
];

/** What each remote and each room may import. */
export const zonesOf = (remotes: readonly string[], remotePackages: readonly string[]): readonly Zone[] => [
  ...remotes.map((remote) => ({ folder: `remotes/${remote}`, imports: forRemotes, packages: remotePackages })),
  ...Object.entries(rooms).map(([folder, imports]) => ({
    folder,
    imports: [...imports, projectFile],
    packages: 'any' as const,
  })),
];
