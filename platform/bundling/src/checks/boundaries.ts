import recordedExports from '@site/shared/exports.json' with { type: 'json' };
import { filesOf, onlyRemote, remotes } from '../project.ts';
import type { Check } from './Check.ts';
import { circlesIn } from './circles.ts';
import { isProvided, type OwnPackages, packagesOf, refusalOf } from './ownPackages.ts';
import { type Import, importsOf, isForTests, isWithin, lineAt, parse, readFiles, resolve } from './sources.ts';

/** Rooms import only those below them and have no circles inside, remotes import only what is shared with them and their own packages, and nothing imports a remote. */
export const boundaries: Check = {
  name: 'boundaries',
  run: async (app = onlyRemote) => {
    const everything = '{shared,api,shell,remotes,platform,tests}/**/*.{ts,tsx}';
    const files = readFiles(app === undefined ? everything : filesOf(app, '*.{ts,tsx}'));
    const packages = new Map(remotes.map((remote) => [remote, packagesOf(remote)]));
    const zones = onlyRemote === undefined ? zonesOf(packages) : repositoryZones(packagesOf(onlyRemote));
    const rules = { zones, surfaces: recordedExports };
    const imports = new Map([...parse(files)].map(([path, source]) => [path, importsOf(source)]));
    const refused = [...imports].flatMap(([path, named]) =>
      refusals(path, named, rules).map(
        ({ start, reason }) => `${path}:${lineAt(files.get(path) ?? '', start)}: ${reason}`,
      ),
    );
    return [...refused, ...circlesInRooms(imports, zones)];
  },
};

/** The rules for imports. */
interface Boundaries {
  readonly zones: readonly Zone[];
  /** The exports of partly shared packages. */
  readonly surfaces: Readonly<Record<string, readonly string[]>>;
}

/** An import that is not allowed. */
interface RefusedImport {
  readonly start: number;
  readonly reason: string;
}

/** The imports of a file that are not allowed. */
export function refusals(
  path: string,
  imports: readonly Import[],
  { zones, surfaces }: Boundaries,
): readonly RefusedImport[] {
  const zone = zones.find(({ folder }) => isWithin(path, folder));
  if (!zone) return [];
  const mayImport = [zone.folder, ...zone.imports, ...(isForTests(path) ? testFolders : [])];
  // Packages of the repository import each other by name, as they do where teams have installed them.
  const isAllowed = (specifier: string, target: string) =>
    mayImport.some((allowed) => isWithin(target, allowed)) &&
    !(zone.packages === 'any' && specifier.startsWith('.') && !isWithin(target, zone.folder)) &&
    !(specifier.startsWith('.') && isWithin(path, ofCompany) !== isWithin(target, ofCompany));
  const reasonsFor = (imported: Import): readonly string[] => {
    const { specifier, names } = imported;
    const target = resolve(path, specifier);
    if (target !== undefined) {
      if (!isAllowed(specifier, target)) return [`"${specifier}" crosses a boundary`];
      return isEarly(path, target, imported) ? [`"${specifier}" is optional: load it on demand, with import()`] : [];
    }
    if (zone.packages === 'any' || isForTests(path)) return [];
    if (!isProvided(specifier)) return [refusalOf(imported, zone.packages) ?? []].flat();
    const provided = surfaces[specifier] ?? names;
    const missing = names.filter((name) => !provided.includes(name));
    return missing.map((name) => `BUILD-IMPORT the shell doesn't provide "${name}" of "${specifier}"`);
  };
  return imports.flatMap((imported) => reasonsFor(imported).map((reason) => ({ start: imported.start, reason })));
}

/**
 * Whether an import loads an optional room at the start: more than its settings, which say whether it is wanted. Types load nothing,
 * and tests may load what they want.
 */
function isEarly(path: string, target: string, { isType, isOnDemand }: Import): boolean {
  const room = onDemand.find((folder) => isWithin(target, folder));
  if (room === undefined || isType || isOnDemand || /\/(?:settings|settingNames)\.ts$/.test(target)) return false;
  return !isWithin(path, room) && !isForTests(path) && !isWithin(path, 'tests');
}

/**
 * The circles inside rooms. Type imports and dynamic imports count: files in a circle can only be understood together,
 * whenever they are loaded. Biome's `noImportCycles` ignores types.
 */
export function circlesInRooms(
  imports: ReadonlyMap<string, readonly Import[]>,
  zones: readonly Zone[],
): readonly string[] {
  const roomOf = (path: string) => zones.find(({ folder }) => isWithin(path, folder));
  const graph = [...imports].map(([path, named]): [string, string[]] => {
    const targets = named.flatMap(({ specifier }) => resolve(path, specifier) ?? []);
    return [path, targets.filter((target) => roomOf(target) === roomOf(path))];
  });
  return circlesIn(new Map(graph)).map((circle) => `These files import each other in a circle: ${circle.join(' → ')}`);
}

/** A part of the project and what its files may import. */
interface Zone {
  readonly folder: string;
  /** Files and folders of the project, besides the zone's own. */
  readonly imports: readonly string[];
  /** Packages from npm, besides those of the shell. */
  readonly packages: OwnPackages | 'any';
}

/** Each site has its own: the platform finds it by its name, and it the platform. */
const ofCompany = 'shared/company';

/** What tests may import of the product. They use remotes as built. */
const product: readonly string[] = ['platform', 'shell', 'api', 'shared'];

/** What optional rooms call their settings: names alone, which every program must know to refuse what is misspelt. */
const optionalSettings: readonly string[] = [
  'cdn',
  'control-room',
  'notices',
  'release-service',
  's3-store',
  'shared-memory',
  'tracing',
].map((room) => `platform/optional/${room}/src/settingNames.ts`);

/** The rooms from the bottom up, and what each may import. A part of a room comes before it. */
const rooms: Readonly<Record<string, readonly string[]>> = {
  shared: [],
  ...Object.fromEntries(optionalSettings.map((file) => [file, []])),
  'platform/node': [...optionalSettings, 'shared/contract', 'shared/plainText.ts'],
  // They compose the pages that releases propose.
  'platform/releases': [
    // What a release brings is read in a process with a budget.
    'platform/node/src/processLimits.ts',
    'shared/contract',
    'shared/html.ts',
    'shared/i18n/languages.ts',
    'shared/plainText.ts',
    'shared/routes',
  ],
  // Optional: openStore.ts in the server loads it for a bucket alone.
  'platform/optional/s3-store': ['platform/releases', 'shared/contract'],
  // Optional: the server loads it for SHARED_MEMORY alone.
  'platform/optional/shared-memory': ['platform/node'],
  // Optional: nothing of it but its settings and openTracing.ts is loaded without a collector.
  'platform/optional/tracing': ['platform/node', 'shared/plainText.ts'],
  api: [
    'platform/optional/tracing',
    'platform/node',
    'shared/contract',
    'shared/format.ts',
    'shared/html.ts',
    'shared/i18n',
    'shared/plainText.ts',
    ofCompany,
  ],
  shell: ['shared'],
  // What renders a page is the same for visitors, before a release and in development: none of it knows the site's server or its API.
  'platform/renderer': ['shell', 'platform/node', 'platform/releases', 'shared'],
  'platform/optional/rollouts': [
    'platform/renderer/src/outcome/outcome.ts',
    'platform/node',
    'platform/releases',
    'shared/contract',
  ],
  // Optional: the server loads it for RELEASE_SERVICE=on, or as a program of its own, and gives it what it needs.
  'platform/optional/release-service': [
    'platform/optional/rollouts',
    'platform/node',
    'platform/releases',
    'shared/contract',
    'shared/routes',
  ],
  // Optional: the server and the release service load it for NOTICES alone.
  'platform/optional/notices': [
    'platform/optional/rollouts',
    // Whose names lead where, as for feeds.
    'api/src/news/sources/publicAddress.ts',
    'platform/node',
    'platform/releases',
    'shared',
  ],
  // Optional: the server loads it for CONTROL_ROOM, and gives it what it needs.
  'platform/optional/control-room': [
    'api',
    'platform/optional/release-service',
    'platform/optional/rollouts',
    'platform/node',
    'platform/releases',
    'shared/contract',
    'shared/company',
    'shared/facts.ts',
    'shared/html.ts',
    'shared/i18n/languages.ts',
    'shared/plainText.ts',
    'shared/routes',
  ],
  // Optional: the server loads it for CDN_PURGE alone.
  'platform/optional/cdn': ['platform/node', 'platform/renderer', 'platform/releases'],
  // Optional: the server's means.ts loads it, and gives it what it needs.
  'platform/optional/means': ['platform/renderer', 'api', 'platform/node', 'platform/releases', 'shared'],
  'platform/server': [
    'platform/optional/cdn/src/Cdn.ts',
    'platform/optional/cdn/src/settings.ts',
    'platform/optional/control-room',
    'platform/optional/means/src/Means.ts',
    'platform/optional/notices',
    'platform/renderer',
    'platform/optional/release-service',
    'platform/optional/rollouts',
    'platform/optional/s3-store',
    'platform/optional/shared-memory',
    'shell',
    'api',
    'platform/optional/tracing',
    'platform/node',
    'platform/releases',
    'shared',
  ],
  // Builds and checks apps. Only the shell's own files, such as its cards, need more than the remotes of a team.
  'platform/bundling': ['platform/renderer/src/documents', 'shell', 'platform/node', 'platform/releases', 'shared'],
  // Optional: the command line loads it for `site export` alone.
  'platform/optional/static-export': ['platform/server', 'api', 'platform/releases', 'shared'],
  // Optional: the command line loads it for `site status-page` alone.
  'platform/optional/status-page': ['api/src/contact/probe.ts', 'platform/node', 'platform/releases', 'shared'],
  'platform/cli': [
    'platform/optional/notices',
    'platform/optional/means/src/apis/fetchAnswer.ts',
    'platform/optional/static-export',
    'platform/optional/status-page',
    'platform/optional/rollouts',
    'platform/bundling',
    'platform/server',
    'platform/renderer',
    'shell',
    'api',
    'platform/node',
    'platform/releases',
    'shared',
  ],
  'tests/gallery': ['platform/bundling', 'shell', 'shared'],
  'tests/testkit': [...product, 'remotes'],
  'tests/e2e': ['tests/testkit', ...product],
  'tests/bench': ['tests/e2e', 'tests/testkit', ...product],
};

/** Optional rooms that others load where a setting, or what is live, asks for them. */
const onDemand: readonly string[] = [
  'platform/optional/cdn',
  'platform/optional/control-room',
  'platform/optional/means',
  'platform/optional/notices',
];

/** Tests of every room may also import these. */
const testFolders: readonly string[] = ['tests/testkit', 'shared'];

/**
 * Forms and their rules, texts from elsewhere, languages, offices, plans, the owner's facts and number formats are bundled by the remotes that
 * need them: in index.ts, every page would load them.
 */
const forRemotes: readonly string[] = [
  'shared/index.ts',
  ofCompany,
  'shared/contract/contact',
  'shared/contract/form',
  'shared/form',
  'shared/facts.ts',
  'shared/i18n/languages.ts',
  'shared/litWindow.ts',
  'shared/numbers.ts',
  'shared/ui/Picture/ApiPicture.tsx',
  'shared/ui/RichText/RichText.tsx',
  'shared/ui/illustrations',
  'shared/ui/messages',
  'shared/ui/signs/SampleMark.tsx',
];

/** What the code of a remote in its own repository may import. */
const repositoryZones = (packages: OwnPackages): readonly Zone[] => [
  { folder: 'src', imports: ['locales', ...forRemotes], packages },
];

/** What each remote and each room may import. */
export const zonesOf = (remotes: ReadonlyMap<string, OwnPackages>): readonly Zone[] => [
  ...[...remotes].map(([remote, packages]) => ({ folder: `remotes/${remote}`, imports: forRemotes, packages })),
  ...Object.entries(rooms).map(([folder, imports]) => ({
    folder,
    imports,
    packages: 'any' as const,
  })),
];
