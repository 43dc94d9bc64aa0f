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
  /** The room whose files are at its root. What it uses of other rooms is included in it. */
  readonly room: string;
  /** Its files, from the project's root. */
  readonly files: readonly string[];
  /** Third-party packages that it depends on. */
  readonly packages: readonly string[];
  /** Packages that everyone who installs it must have. */
  readonly peers: Readonly<Record<string, string>>;
  /** The folder of the modules that others import, with their types. */
  readonly imported?: string;
  /** Other properties of its package.json. */
  readonly more: object;
}

/** The versions of this project's third-party packages. */
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

/** `@site/shared`: all of it. Its test helpers use a library that the remote installs itself. */
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
    // Its types come from another package, which has it as a peer.
    packages: [...packages, ...tools, 'commander'],
    peers: peersOfKit,
    imported: 'platform/kit/presets/',
    more: { description, bin, exports: { ...compiledExports('presets/'), './package.json': './package.json' } },
  };
}

/**
 * `@site/create-remote`: what `npm create @site/remote` runs. It includes everything, so that nothing else has to be
 * downloaded.
 */
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
