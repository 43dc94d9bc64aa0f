import { globSync } from 'node:fs';
import sharedPackage from '@site/shared/package.json' with { type: 'json' };
import projectPackage from '../../../package.json' with { type: 'json' };
import kitPackage from '../../package.json' with { type: 'json' };
import { root } from '../build/bundles/project.ts';
import { moduleGraph } from '../build/moduleGraph.ts';

/** A package that teams outside of this repository install. */
export interface PackageDescription {
  readonly name: string;
  readonly version: string;
  /** The room whose files are at its root. What it uses of other rooms is inside of it. */
  readonly room: string;
  /** Its files, from the project's root. */
  readonly files: readonly string[];
  /** Packages of others that it brings. */
  readonly packages: readonly string[];
  /** Packages that whoever installs it has, too. */
  readonly peers: Readonly<Record<string, string>>;
  /** The folder of the modules that others import, and see the types of. */
  readonly imported?: string;
  /** What else its package.json says. */
  readonly more: object;
}

/** The versions of the packages of others that this project works with. */
export const projectVersions: Readonly<Record<string, string>> = {
  ...projectPackage.devDependencies,
  ...projectPackage.dependencies,
};

/** Imports name the sources here and what became of them in a package with the same words. */
export const compiledExports = (folder: string) => ({
  [`./${folder}*.ts`]: { types: `./${folder}*.d.ts`, default: `./${folder}*.js` },
  [`./${folder}*.tsx`]: { types: `./${folder}*.d.ts`, default: `./${folder}*.js` },
  [`./${folder}*`]: `./${folder}*`,
});

/** What only the repository of the whole site has: the kit imports it there alone. */
const onlyInSite = [
  'kit/src/build/bundles/shell.ts',
  'kit/src/build/publicFiles.ts',
  'kit/src/check/catalogues/layoutProblems.ts',
  'kit/src/check/siteChecks.ts',
  'kit/src/dev/developSite.ts',
  'kit/src/release/releaseTools.ts',
  'kit/src/release/trialHere.ts',
  'server/src/settings.ts',
];

/** Files that the kit reads or starts without importing them. */
const readByKit = [
  'kit/node-version.cjs',
  'kit/presets/*',
  'kit/src/build/loaders/*.mjs',
  'kit/src/dev/inSite/client/*',
  'kit/src/dev/refresh/*',
];

/** The programs that the kit runs, in the versions that its presets are written for. */
const tools = ['@biomejs/biome', '@rstest/core', 'happy-dom', 'typescript'];

const filesIn = (...patterns: readonly string[]): readonly string[] =>
  globSync(patterns, { cwd: root, exclude: ['**/node_modules/**'], withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => `${entry.parentPath}/${entry.name}`.slice(root.length + 1).replaceAll('\\', '/'))
    .sort();

/** `@site/shared`: all of it. Its helpers for tests use a library that is the remote's own. */
function describeShared(): PackageDescription {
  const { name, version, description, peerDependencies: peers } = sharedPackage;
  const files = filesIn('shared/**').filter((file) => !file.includes('.test.'));
  const brought = [...moduleGraph(root, files).packages].filter(
    (imported) => !Object.hasOwn(peers, imported) && !['@rstest/core', '@testing-library/react'].includes(imported),
  );
  const exports = { '.': { types: './index.d.ts', default: './index.js' }, ...compiledExports('') };
  return {
    name,
    version,
    room: 'shared',
    files,
    packages: brought,
    peers,
    imported: 'shared/',
    more: { description, exports },
  };
}

const peersOfKit = { [sharedPackage.name]: `^${sharedPackage.version}` };

/** `@site/kit`: the command `site`, with what it imports. */
function describeKit(): PackageDescription {
  const { name, version, description, bin } = kitPackage;
  const { files, packages } = moduleGraph(
    root,
    ['kit/bin/site.cjs', 'kit/src/site/main.ts', ...filesIn(...readByKit)],
    onlyInSite,
  );
  return {
    name,
    version,
    room: 'kit',
    files: [...files].filter((file) => !file.startsWith('shared/')),
    packages: [...packages, ...tools],
    peers: peersOfKit,
    imported: 'kit/presets/',
    more: { description, bin, exports: { ...compiledExports('presets/'), './package.json': './package.json' } },
  };
}

/** `@site/create-remote`: what `npm create @site/remote` runs. It brings everything, so that nothing else is fetched before. */
function describeCreateRemote(): PackageDescription {
  const templates = filesIn('kit/src/new-remote/{template,repository}/**', 'kit/src/new-remote/repository/.*/**');
  const hidden = filesIn('kit/src/new-remote/repository/.*');
  const programs = ['kit/bin/create-remote.cjs', 'kit/node-version.cjs', 'kit/src/new-remote/create.ts'];
  return {
    name: '@site/create-remote',
    version: kitPackage.version,
    room: 'kit',
    files: [...moduleGraph(root, programs).files, ...templates, ...hidden],
    packages: [],
    peers: {},
    more: {
      description: 'Makes the repository of a remote of the site',
      bin: { 'create-remote': './bin/create-remote.cjs' },
      site: { versions: { ...projectVersions, [kitPackage.name]: kitPackage.version, ...peersOfKit } },
    },
  };
}

/** Every package. */
export const describePackages = (): readonly PackageDescription[] => [
  describeShared(),
  describeKit(),
  describeCreateRemote(),
];
