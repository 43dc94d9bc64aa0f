import { biome } from '@site/bundling/checks/programs.ts';
import { type ModuleGraph, moduleGraph } from '@site/bundling/moduleGraph.ts';
import { company, root } from '@site/bundling/project.ts';
import { type Manifest, manifestOf } from './manifest.ts';
import { filesIn, usedOf } from './packedFiles.ts';
import type { UsedNames } from './slimPackage.ts';

/** A package that others install: teams of this site, or other sites. */
export interface PackageDescription extends ModuleGraph {
  /** The workspace at its root. What it uses of others is in its `node_modules/`. */
  readonly workspace: string;
  readonly manifest: Manifest;
  /** Third-party packages of which it brings only what it imports: whole ones are too large. */
  readonly slim: Readonly<Record<string, UsedNames>>;
  /** Third-party packages that it brings without these files and folders, which nobody uses. */
  readonly trimmed: Readonly<Record<string, readonly string[]>>;
  /** Whether it contains a build of the shell. */
  readonly builtShell?: true;
  /** Whether it is one program of the workspace, which nobody imports. */
  readonly isProgram?: true;
  /** Its README, where that isn't the workspace's. */
  readonly readme?: string;
}

/** What only the repository of the whole site has: there the kit builds a shell, and has the site's database and every store. */
const onlyInSite = [
  'platform/bundling/src/bundles/shell.ts',
  'platform/bundling/src/checks/catalogues/layoutProblems.ts',
  'platform/bundling/src/publicFiles/publicFiles.ts',
  'platform/server/src/api/embeddedApi.ts',
  'platform/server/src/releaseService/serviceOptions.ts',
  'platform/optional/cdn/src/Cdn.ts',
  'platform/optional/control-room/src/usage/UsageCounts.ts',
  'platform/optional/notices/src/openNotices.ts',
  'platform/optional/release-service/src/releaseService.ts',
  'platform/optional/s3-store/src/S3Store.ts',
  'platform/optional/shared-memory/src/RedisMemory.ts',
  'platform/optional/tracing/src/OtlpTracing.ts',
  ...['checks/siteChecks', 'commands/siteCommands', 'release/preflightHere', 'release/releaseTools'].map(
    (name) => `platform/cli/src/${name}.ts`,
  ),
];

/** Files that the kit reads or starts without importing them. */
export const readByKit = [
  'platform/cli/node-version.cjs',
  'platform/cli/presets/*',
  'platform/bundling/src/inBrowser/setMarkup.ts',
  'platform/bundling/src/loaders/*.mjs',
  'platform/bundling/src/refresh/*',
  'platform/cli/src/dev/{server,siteMain}.ts',
  'platform/cli/src/dev/{client.mjs,inside/waiting.css}',
  'platform/renderer/locales/*.json',
  'platform/renderer/src/walls/*.mjs',
  'platform/releases/src/reading/sheetReaderMain.ts',
  'platform/renderer/src/sourceMaps/*.mjs',
];

/** Packages that the kit starts, or finds by their names. The types of Rstest and Rspack need those of Node. */
export const startedByKit = ['@rstest/core', '@types/node', 'react-refresh'];

/** The simulated browser of a team’s tests, which rstest loads by its name. */
export const simulatedBrowser = { 'happy-dom': { 'happy-dom': ['GlobalWindow', 'Window'] } };

/**
 * What npm installs beside the kit: programs with files of their own, what a team’s sources also import, and what `@site/shared`
 * needs in any case.
 */
const besideKit = [
  ...startedByKit,
  '@resvg/resvg-wasm',
  '@rspack/core',
  '@rspack/dev-server',
  '@rspack/plugin-react-refresh',
  'i18next',
  'ky',
  'oxc-parser',
  'sharp',
  'typescript',
];

/** The wall around remotes, without its sources and builds for systems that it doesn’t run on. */
export const trimmedWall = {
  'isolated-vm': ['*.tgz', 'binding.gyp', 'native-example', 'prebuilds/win32-*', 'scripts', 'src', 'vendor'],
  'node-gyp-build': [],
};

/** Programs that the kit brings, without what no team needs, such as other tools. */
const trimmedInKit = {
  ...trimmedWall,
  'playwright-core': ['lib/tools', 'lib/vite', 'lib/webp_codec.wasm', 'types'],
};

/** `@site/shared`: all of it, with the company's facts inside, and without what its package.json has npm leave out. */
export function shared(): PackageDescription {
  const files = filesIn('shared/**').filter((file) => !isForOwner.test(file));
  return {
    workspace: 'shared',
    manifest: manifestOf('shared'),
    files: new Set(files),
    packages: new Set(Object.keys(manifestOf('shared').dependencies ?? {})),
    slim: usedOf([icons, htmlParser], files),
    trimmed: {},
  };
}

/** What only the company's own site needs: the tests of its files, the fonts of its cards, and sample news. */
const isForOwner = new RegExp(`^${company}/(?:.*\\.test\\.tsx?$|fonts/cards/|sample/)`);

export const icons = 'lucide-react';

const htmlParser = 'htmlparser2';

/** `@site/kit`: the command `site`, with what it imports. Teams install `@site/shared` themselves: the kit names it as a peer. */
function kit(): PackageDescription {
  // The name that teams know it by.
  const manifest: Manifest = { ...manifestOf('platform/cli'), name: '@site/kit' };
  const { [biome]: linter = '' } = manifestOf('.').devDependencies ?? {};
  const entries = ['platform/cli/bin/site.cjs', 'platform/cli/src/site.ts', ...filesIn(...readByKit)];
  const { files, packages } = moduleGraph(root, entries, onlyInSite);
  // A team's remote never sees what is inside of the installed shared package: the kit has the company's facts itself.
  const own = [...files].filter((file) => !isShared.test(file));
  const brought = [...packages].filter((name) => !besideKit.includes(name) && !Object.hasOwn(trimmedInKit, name));
  return {
    workspace: 'platform/cli',
    manifest: {
      ...manifest,
      // Not in the workspace's package.json: there `npm ci --omit=dev` would install it on servers.
      peerDependencies: { ...manifest.peerDependencies, [biome]: linter },
      peerDependenciesMeta: { [biome]: { optional: true } },
    },
    files: new Set(own),
    packages: new Set([...packages, ...startedByKit]),
    slim: { ...usedOf(brought, own), ...simulatedBrowser },
    trimmed: trimmedInKit,
    builtShell: true,
  };
}

/**
 * What `npm create @site/remote` or `npm create @site/site` runs. It brings everything, so that nothing else is downloaded first.
 *
 * @param description what it does, as its package says it
 */
export function createProgram(name: 'remote' | 'site', description: string): PackageDescription {
  const programs = [`bin/create-${name}.cjs`, 'node-version.cjs', `src/new-${name}/create.ts`];
  const { files, packages } = moduleGraph(
    root,
    programs.map((file) => `platform/cli/${file}`),
  );
  return {
    workspace: 'platform/cli',
    manifest: {
      ...manifestOf('platform/cli'),
      name: `@site/create-${name}`,
      description,
      bin: { [`create-${name}`]: `./bin/create-${name}.cjs` },
      peerDependencies: {},
    },
    files: new Set([...files, ...filesIn(...templatesOf('remote'), ...(name === 'site' ? partsOfSites : []))]),
    packages,
    slim: usedOf([...packages], files),
    trimmed: {},
    isProgram: true,
    readme: `# @site/create-${name}\n\n${description}: \`npm create @site/${name} my-name\`. What changed is in CHANGELOG.md.\n`,
  };
}

/** What `npm create @site/site` takes of this site's company, and has beside its template. */
const partsOfSites = [
  ...['company.test.ts', 'fonts/**', 'locales/*.json', 'tokens.json'].map((path) => `${company}/${path}`),
  'platform/cli/src/new-site/{locales,words}/*.json',
  ...templatesOf('site'),
];

/** The files that a program copies, hidden ones too. */
export function templatesOf(name: 'remote' | 'site'): readonly string[] {
  const folder = `platform/cli/src/new-${name}/{template,repository}`;
  return [`${folder}/**`, `${folder}/.*`, `${folder}/.*/**`];
}

/** Files of `@site/shared` itself. */
export const isShared = new RegExp(`^shared/(?!${company.replace('shared/', '')}/)`);

/** The packages for teams. */
export const packagesForTeams = (): readonly PackageDescription[] => [
  shared(),
  kit(),
  createProgram('remote', 'Makes the repository of a remote of the site'),
];
