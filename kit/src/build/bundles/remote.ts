import { join } from 'node:path';
import { type Configuration, rspack } from '@rspack/core';
import { commonConfiguration, type Target } from './common.ts';
import { singletonRanges } from './singletons.ts';

/** What a remote's `src/remote.ts` states. */
export interface RemoteDescription {
  readonly name: string;
  /** Source file of each exposed module. */
  readonly exposes: Readonly<Record<string, string>>;
}

/** The file that the shell loads first: the remote's container. */
export const containerFile = 'remote.js';

/** The same for the rendering process. */
export const serverContainerFile = 'remote.cjs';

type ContainerOptions = ConstructorParameters<typeof rspack.container.ContainerPlugin>[0];

/** A remote's files for browsers: a Module Federation container as an ES module, without any singleton. */
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
    optimization: { ...common.optimization, chunkIds: 'named', runtimeChunk: false },
    plugins: [
      ...(common.plugins ?? []),
      container(remote, { filename: containerFile, library: { type: 'module' } }),
      new rspack.sharing.ConsumeSharedPlugin({ consumes: consumedSingletons }),
    ],
  };
}

/** A remote's container for the rendering process: one CommonJS file that asks the shell for the singletons. */
export function remoteOnServer(target: Target, remote: RemoteDescription): Configuration {
  const common = commonConfiguration(target);
  return {
    ...common,
    entry: {},
    output: { ...common.output, path: join(target.output, 'server') },
    externalsType: 'commonjs',
    externals: Object.fromEntries(Object.keys(singletonRanges).map((key) => [key, key])),
    optimization: { ...common.optimization, minimize: false },
    plugins: [
      ...(common.plugins ?? []),
      container(remote, { filename: serverContainerFile, library: { type: 'commonjs2' } }),
      new rspack.optimize.LimitChunkCountPlugin({ maxChunks: 1 }),
    ],
  };
}

/** The chunk of an exposed module: `./list` is in `page-list`. */
export const chunkOf = (module: string): string => module.replace('./', 'page-');

const consumedSingletons = Object.fromEntries(
  Object.entries(singletonRanges).map(([key, requiredVersion]) => [
    key,
    { import: false, singleton: true, requiredVersion } as const,
  ]),
);

function container({ name, exposes }: RemoteDescription, file: Pick<ContainerOptions, 'filename' | 'library'>) {
  const chunks = Object.entries(exposes).map(([module, source]) => [module, { import: source, name: chunkOf(module) }]);
  return new rspack.container.ContainerPlugin({ name, exposes: Object.fromEntries(chunks), ...file });
}
