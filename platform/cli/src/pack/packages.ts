import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { biome } from '@site/bundling/checks/programs.ts';
import { isWithin } from '@site/bundling/checks/sources.ts';
import { type ModuleGraph, moduleGraph } from '@site/bundling/moduleGraph.ts';
import { root } from '@site/bundling/project.ts';
import { parseSync } from 'oxc-parser';
import { type Manifest, manifestOf } from './manifest.ts';
import type { UsedNames } from './slimPackage.ts';

/** A package that teams outside of this repository install. */
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
}

/** What only the repository of the whole site has: there the kit builds a shell, and has the site's database and every store. */
const onlyInSite = [
  'platform/bundling/src/bundles/shell.ts',
  'platform/bundling/src/checks/catalogues/layoutProblems.ts',
  'platform/bundling/src/publicFiles/publicFiles.ts',
  'platform/server/src/api/embeddedApi.ts',
  'platform/server/src/releaseService/serviceOptions.ts',
  'platform/optional/cdn/src/Cdn.ts',
  'platform/optional/release-service/src/releaseService.ts',
  'platform/optional/s3-store/src/S3Store.ts',
  'platform/optional/shared-memory/src/RedisMemory.ts',
  'platform/optional/tracing/src/OtlpTracing.ts',
  ...['checks/siteChecks', 'commands/siteCommands', 'release/preflightHere', 'release/releaseTools'].map(
    (name) => `platform/cli/src/${name}.ts`,
  ),
];

/** Files that the kit reads or starts without importing them. */
const readByKit = [
  'platform/cli/node-version.cjs',
  'platform/cli/presets/*',
  'platform/bundling/src/cards/fonts/*',
  'platform/bundling/src/inBrowser/setMarkup.ts',
  'platform/bundling/src/loaders/*.mjs',
  'platform/bundling/src/refresh/*',
  'platform/cli/src/dev/{server,siteMain}.ts',
  'platform/cli/src/dev/{client.mjs,inside/waiting.css}',
  'platform/renderer/src/walls/*.mjs',
  'platform/releases/src/reading/sheetReaderMain.ts',
  'platform/renderer/src/sourceMaps/*.mjs',
  'api/src/sample/*.json',
];

const filesIn = (...patterns: readonly string[]): readonly string[] =>
  globSync(patterns, { cwd: root, exclude: ['**/node_modules/**'], withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => `${entry.parentPath}/${entry.name}`.slice(root.length + 1).replaceAll('\\', '/'))
    .sort();

/** Packages that the kit starts, or finds by their names. The types of Rstest and Rspack need those of Node. */
const startedByKit = ['@rstest/core', '@types/node', 'react-refresh'];

/** The simulated browser of a team’s tests, which rstest loads by its name. */
const simulatedBrowser = { 'happy-dom': { 'happy-dom': ['GlobalWindow', 'Window'] } };

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

/** Programs that the kit brings, without what no team needs: sources, builds for systems that it doesn’t run on, other tools. */
const trimmedInKit = {
  'isolated-vm': ['*.tgz', 'binding.gyp', 'native-example', 'prebuilds/win32-*', 'scripts', 'src', 'vendor'],
  'node-gyp-build': [],
  'playwright-core': ['lib/tools', 'lib/vite', 'lib/webp_codec.wasm', 'types'],
};

/** `@site/shared`: all of it, without what its package.json has npm leave out. */
function shared(): PackageDescription {
  const files = filesIn('shared/**');
  return {
    workspace: 'shared',
    manifest: manifestOf('shared'),
    files: new Set(files),
    packages: new Set(Object.keys(manifestOf('shared').dependencies ?? {})),
    slim: usedOf([icons, htmlParser], files),
    trimmed: {},
  };
}

const icons = 'lucide-react';

const htmlParser = 'htmlparser2';

/** What files import of packages, except types. */
function usedOf(packages: readonly string[], files: Iterable<string>): Readonly<Record<string, UsedNames>> {
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

/** `@site/kit`: the command `site`, with what it imports. Teams install `@site/shared` themselves: the kit names it as a peer. */
function kit(): PackageDescription {
  // The name that teams know it by.
  const manifest: Manifest = { ...manifestOf('platform/cli'), name: '@site/kit' };
  const { [biome]: linter = '' } = manifestOf('.').devDependencies ?? {};
  const entries = ['platform/cli/bin/site.cjs', 'platform/cli/src/site.ts', ...filesIn(...readByKit)];
  const { files, packages } = moduleGraph(root, entries, onlyInSite);
  const own = [...files].filter((file) => !file.startsWith('shared/'));
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
 * `@site/create-remote`: what `npm create @site/remote` runs. It brings everything, so that nothing else is downloaded first.
 */
function createRemote(): PackageDescription {
  const programs = ['bin/create-remote.cjs', 'node-version.cjs', 'src/new-remote/create.ts'];
  const { files, packages } = moduleGraph(
    root,
    programs.map((file) => `platform/cli/${file}`),
  );
  const templates = 'platform/cli/src/new-remote/{template,repository}';
  return {
    workspace: 'platform/cli',
    manifest: {
      ...manifestOf('platform/cli'),
      name: '@site/create-remote',
      description: 'Makes the repository of a remote of the site',
      bin: { 'create-remote': './bin/create-remote.cjs' },
      peerDependencies: {},
    },
    files: new Set([...files, ...filesIn(`${templates}/**`, `${templates}/.*`, `${templates}/.*/**`)]),
    packages,
    slim: usedOf([...packages], files),
    trimmed: {},
    isProgram: true,
  };
}

/** Every package. */
export const describePackages = (): readonly PackageDescription[] => [shared(), kit(), createRemote()];
