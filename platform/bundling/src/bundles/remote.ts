import { existsSync, statSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { type Configuration, type Module, type RuleSetRule, rspack } from '@rspack/core';
import type { RemoteDefinition } from '@site/shared';
import { OperatorError } from '@site/shared/contract/OperatorError.ts';
import { onlyRemote, pathFromRoot, sourceFolder } from '../project.ts';
import { markupFile, markupFunctions } from './cleanMarkup.ts';
import { commonConfiguration, type Target } from './common.ts';
import { fittingImports, withoutCodeFromText } from './fittingPackages.ts';
import { ownAddress } from './ownAddress.ts';
import { loader } from './sheets.ts';
import { askedRanges, singletonRanges } from './singletons.ts';
import { smallSharing } from './smallSharing.ts';

/** A remote as its `src/remote.ts` describes it, and what the build exposes of it. */
export interface RemoteDescription extends RemoteDefinition {
  /** Source file of each exposed module. */
  readonly exposes: Readonly<Record<string, string>>;
}

/** The remote's container, the file that the shell loads first in a browser. */
export const containerFile = 'remote.js';

/** The container for the rendering process. */
export const serverContainerFile = 'remote.cjs';

type ContainerOptions = ConstructorParameters<typeof rspack.container.ContainerPlugin>[0];

/** A remote's browser files: a Module Federation container as an ES module, without the singletons. */
export function remoteInBrowser(target: Target, remote: RemoteDescription): Configuration {
  const common = commonConfiguration(target);
  return {
    ...common,
    entry: {},
    output: {
      ...common.output,
      path: join(target.output, 'web'),
      module: true,
      chunkFormat: 'module',
      chunkLoading: 'import',
      chunkFilename: '[name].js',
      cssChunkFilename: '[name].css',
    },
    module: {
      ...common.module,
      // Loaders run from the last to the first: those after this one would drop its source map.
      rules: [markupRule, ...(common.module?.rules ?? [])],
    },
    optimization: {
      ...common.optimization,
      chunkIds: 'named',
      runtimeChunk: false,
      // Every file is in every document's import map: what pages share is a file of its own only when it is large.
      splitChunks: { minSize: 50_000, cacheGroups: { markup: inContainer(remote.name, markupFile) } },
    },
    plugins: [
      ...(common.plugins ?? []),
      container(remote, { filename: containerFile, library: { type: 'module' } }, target.mode === 'development'),
      new rspack.sharing.ConsumeSharedPlugin({ consumes: consumedSingletons }),
      new rspack.ProvidePlugin(markupFunctions),
      ownAddress,
      fittingImports('browser'),
      ...(target.mode === 'production' ? [withoutCodeFromText, smallSharing] : []),
    ],
  };
}

/** What modules set as markup is cleaned, in those of packages and in the team's. */
const markupRule: RuleSetRule = {
  test: /\.[cm]?[jt]sx?$/,
  exclude: markupFile,
  enforce: 'pre',
  loader: loader('clean-markup.mjs'),
};

/** A small module that several files of a remote may use is in the container, which loads before them. */
const inContainer = (name: string, file: string) => ({
  name,
  test: (module: Module) => module.nameForCondition() === file,
  chunks: 'all' as const,
  enforce: true,
});

/** A remote's container for the rendering process: one CommonJS file that requires the singletons from the shell. */
export function remoteOnServer(target: Target, remote: RemoteDescription): Configuration {
  const common = commonConfiguration(target);
  return {
    ...common,
    entry: {},
    output: {
      ...common.output,
      path: join(target.output, 'server'),
      // When chunks are merged, the container's may lose its file name.
      filename: serverContainerFile,
      // A module that has thrown throws the same again. Otherwise the next render would find it half evaluated.
      strictModuleErrorHandling: true,
    },
    // Behind the walls there is nothing of Node, not even `require`.
    externalsPresets: { node: false },
    externalsType: 'commonjs',
    externals: Object.fromEntries(Object.keys(singletonRanges).map((key) => [key, key])),
    optimization: { ...common.optimization, minimize: false },
    plugins: [
      ...(common.plugins ?? []),
      container(remote, { filename: serverContainerFile, library: { type: 'commonjs2' } }),
      new rspack.optimize.LimitChunkCountPlugin({ maxChunks: 1 }),
      fittingImports('server'),
    ],
  };
}

/** The name of an exposed module's chunk: `page-list` for `./list`. */
export const chunkOf = (module: string): string => module.replace('./', 'page-');

/**
 * A module that every page imports in development: a hot update can't add a package of the shell that the page hasn't loaded.
 * The shell of a live site may lack those that were added later.
 */
const everySingleton = `data:text/javascript,${Object.keys(askedRanges([]))
  .map((name, index) => `import * as module${index} from "${name}"; void module${index};`)
  .join('')}`;

const consumedSingletons = Object.fromEntries(
  Object.entries(singletonRanges).map(([key, requiredVersion]) => [
    key,
    { import: false, singleton: true, requiredVersion } as const,
  ]),
);

function container(
  { name, exposes }: RemoteDescription,
  file: Pick<ContainerOptions, 'filename' | 'library'>,
  isHot = false,
) {
  const before = isHot ? [everySingleton] : [];
  const chunks = Object.entries(exposes).map(([module, source]) => [
    module,
    { import: [...before, source], name: chunkOf(module) },
  ]);
  return new rspack.container.ContainerPlugin({ name, exposes: Object.fromEntries(chunks), ...file });
}

/** The exposed module of a page's source file: `./list` for `./src/pages/list/page.ts`. */
export const moduleOf = (source: string): string => `./${basename(dirname(source))}`;

/** The exposed module of a fragment's source file: `./fragment-cart` for `./src/fragments/cart/fragment.ts`. */
export const fragmentModuleOf = (source: string): string => `./fragment-${basename(dirname(source))}`;

/**
 * Reads a remote's `src/remote.ts`.
 *
 * @throws {OperatorError} BUILD-REMOTE when it doesn't define the remote of its folder
 */
export async function describeRemote(app: string): Promise<RemoteDescription> {
  const file = join(sourceFolder(app), 'src/remote.ts');
  if (!existsSync(file)) throw undescribed(app, file);
  // Node caches modules by address: a changed file gets a new one.
  const address = `${pathToFileURL(file).href}?${statSync(file).mtimeMs}`;
  const { remote } = (await import(address)) as { readonly remote?: Partial<RemoteDefinition> };
  if (remote?.name !== app || !remote.pages) throw undescribed(app, file);
  const pages = Object.values(remote.pages).map(({ source }) => [moduleOf(source), source]);
  const fragments = Object.values(remote.fragments ?? {}).map(({ source }) => [fragmentModuleOf(source), source]);
  return {
    name: remote.name,
    pages: remote.pages,
    ...(remote.apis && { apis: remote.apis }),
    ...(remote.forms && { forms: remote.forms }),
    ...(remote.fragments && { fragments: remote.fragments }),
    ...(remote.emits && { emits: remote.emits }),
    exposes: Object.fromEntries([...pages, ...fragments]),
  };
}

const undescribed = (app: string, file: string): OperatorError =>
  new OperatorError(
    'BUILD-REMOTE',
    `${pathFromRoot(file)} must export \`remote\` with the name "${app}", which is ${onlyRemote === undefined ? 'its folder’s' : 'the one in package.json'}, and its pages: export const remote = { name: "${app}", pages: { … } }.`,
  );
