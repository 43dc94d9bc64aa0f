import { globSync } from 'node:fs';
import { root } from '@site/kit/build/bundles/project.ts';
import { moduleGraph } from '@site/kit/build/moduleGraph.ts';
import sharedPackage from '@site/shared/package.json' with { type: 'json' };
import projectPackage from '../../../../package.json' with { type: 'json' };
import kitPackage from '../../../kit/package.json' with { type: 'json' };

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
  /** Packages that everyone who installs it has, too. */
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

/** Import paths are the same in the repository and in the package. */
export const compiledExports = (folder: string) => ({
  [`./${folder}*.ts`]: { types: `./${folder}*.d.ts`, default: `./${folder}*.js` },
  [`./${folder}*.tsx`]: { types: `./${folder}*.d.ts`, default: `./${folder}*.js` },
  [`./${folder}*`]: `./${folder}*`,
});

/** The kit imports these only in the repository of the whole site. */
const onlyInSite = ['platform/kit/src/build/bundles/shell.ts', 'platform/tools/src/forKit.ts'];

/** Files that the kit reads or starts without importing them. */
const readByKit = [
  'platform/kit/node-version.cjs',
  'platform/kit/presets/*',
  'platform/kit/src/build/loaders/*.mjs',
  'platform/kit/src/dev/inSite/client/*',
  'platform/kit/src/dev/refresh/*',
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
    ['platform/kit/bin/site.cjs', 'platform/kit/src/site/main.ts', ...filesIn(...readByKit)],
    onlyInSite,
  );
  return {
    name,
    version,
    room: 'platform/kit',
    files: [...files].filter((file) => !file.startsWith('shared/')),
    // Its types are those of another package, which names it as a peer.
    packages: [...packages, ...tools, 'commander'],
    peers: peersOfKit,
    imported: 'platform/kit/presets/',
    more: { description, bin, exports: { ...compiledExports('presets/'), './package.json': './package.json' } },
  };
}

/** `@site/create-remote`: what `npm create @site/remote` runs. It brings everything, so that nothing else is fetched before. */
function describeCreateRemote(): PackageDescription {
  const templates = filesIn(
    'platform/kit/src/new-remote/{template,repository}/**',
    'platform/kit/src/new-remote/repository/.*/**',
  );
  const hidden = filesIn('platform/kit/src/new-remote/repository/.*');
  const programs = [
    'platform/kit/bin/create-remote.cjs',
    'platform/kit/node-version.cjs',
    'platform/kit/src/new-remote/create.ts',
  ];
  return {
    name: '@site/create-remote',
    version: kitPackage.version,
    room: 'platform/kit',
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
