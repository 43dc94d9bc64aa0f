import { globSync } from 'node:fs';
import { root } from '@site/kit/build/bundles/project.ts';
import { type ModuleGraph, moduleGraph } from '@site/kit/build/moduleGraph.ts';
import { biome } from '@site/kit/check/programs.ts';
import { importsOf, parse, readFiles } from '@site/kit/check/sources.ts';
import { type Manifest, manifestOf } from './manifest.ts';

/** A package that teams outside of this repository install. */
export interface PackageDescription extends ModuleGraph {
  /** The workspace at its root. What it uses of others is in its `node_modules/`. */
  readonly workspace: string;
  readonly manifest: Manifest;
  /** Which of the workspace's exports teams may import. */
  readonly isPublic: (name: string) => boolean;
  /** Third-party packages that it brings. */
  readonly bundled: readonly string[];
  /** Third-party packages of which it brings only these exports: whole ones are too large. */
  readonly slim: Readonly<Record<string, readonly string[]>>;
  /** Whether it contains a build of the shell. */
  readonly builtShell?: true;
}

/** What only the repository of the whole site has: there the kit builds a shell, and has the site's database and every store. */
const onlyInSite = [
  'platform/kit/src/build/bundles/shell.ts',
  'platform/server/src/api/embeddedApi.ts',
  'platform/release-service/src/releaseService.ts',
  'platform/server/src/releaseService/serviceOptions.ts',
  'platform/s3-store/src/S3Store.ts',
  ...['build/publicFiles', 'check/catalogues/layoutProblems', 'check/siteChecks', 'commands/siteCommands'].map(
    toolsFile,
  ),
  ...['dev/componentPage', 'release/releaseTools', 'release/preflightHere'].map(toolsFile),
];

function toolsFile(name: string): string {
  return `platform/tools/src/${name}.ts`;
}

/** Files that the kit reads or starts without importing them. */
const readByKit = [
  'platform/kit/node-version.cjs',
  'platform/kit/presets/*',
  'platform/kit/src/build/loaders/*.mjs',
  'platform/kit/src/dev/refresh/*',
  'platform/tools/src/dev/{server,siteMain}.ts',
  'platform/tools/src/dev/{client.mjs,inside/waiting.css}',
  'platform/renderer/src/walls/*.mjs',
  'platform/renderer/src/sourceMaps/*.mjs',
  'shell/locales/*.json',
  'api/src/errors/*.json',
  'api/src/sample/*.json',
];

const filesIn = (...patterns: readonly string[]): readonly string[] =>
  globSync(patterns, { cwd: root, exclude: ['**/node_modules/**'], withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => `${entry.parentPath}/${entry.name}`.slice(root.length + 1).replaceAll('\\', '/'))
    .sort();

/** Packages that the kit starts, or finds by their names. */
const startedByKit = ['@rstest/core', 'happy-dom', 'react-refresh'];

/** `@site/shared`: all of it, without what its package.json has npm leave out. */
function shared(): PackageDescription {
  const files = filesIn('shared/**');
  return {
    workspace: 'shared',
    manifest: manifestOf('shared'),
    files: new Set(files),
    packages: new Set(),
    isPublic: () => true,
    bundled: [],
    slim: { [icons]: importedNames(icons, files) },
  };
}

const icons = 'lucide-react';

/** What files import of a package. */
function importedNames(name: string, files: readonly string[]): readonly string[] {
  const scripts = files.filter((file) => /(?<!\.test)\.tsx?$/.test(file));
  const imports = [...parse(readFiles(...scripts)).values()].flatMap(importsOf);
  return [...new Set(imports.flatMap(({ specifier, names }) => (specifier === name ? names : [])))];
}

/** `@site/kit`: the command `site`, with what it imports. Teams install `@site/shared` themselves: the kit names it as a peer. */
function kit(): PackageDescription {
  const manifest = manifestOf('platform/kit');
  const { [biome]: linter = '' } = manifestOf('.').devDependencies ?? {};
  const entries = ['platform/kit/bin/site.cjs', 'platform/kit/src/site/main.ts', ...filesIn(...readByKit)];
  const { files, packages } = moduleGraph(root, entries, onlyInSite);
  return {
    workspace: 'platform/kit',
    manifest: {
      ...manifest,
      // Not in the workspace's package.json: there `npm ci --omit=dev` would install it on servers.
      peerDependencies: { ...manifest.peerDependencies, [biome]: linter },
      peerDependenciesMeta: { [biome]: { optional: true } },
    },
    files: new Set([...files].filter((file) => !file.startsWith('shared/'))),
    packages: new Set([...packages, ...startedByKit]),
    // The workspaces that it brings import it, too.
    isPublic: () => true,
    bundled: [],
    slim: { zod: ['*'] },
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
    programs.map((file) => `platform/kit/${file}`),
  );
  const templates = 'platform/kit/src/new-remote/{template,repository}';
  return {
    workspace: 'platform/kit',
    manifest: {
      ...manifestOf('platform/kit'),
      name: '@site/create-remote',
      description: 'Makes the repository of a remote of the site',
      bin: { 'create-remote': './bin/create-remote.cjs' },
      dependencies: {},
      peerDependencies: {},
    },
    files: new Set([...files, ...filesIn(`${templates}/**`, `${templates}/.*`, `${templates}/.*/**`)]),
    packages,
    isPublic: () => false,
    // The library of command lines is a peer of its types.
    bundled: [...packages, 'commander'],
    slim: {},
  };
}

/** Every package. */
export const describePackages = (): readonly PackageDescription[] => [shared(), kit(), createRemote()];
