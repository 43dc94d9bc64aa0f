import { join, sep } from 'node:path';
import { type Configuration, type Module, type RuleSetRule, rspack } from '@rspack/core';
import { platformFolder, root, shell } from '../project.ts';
import { cacheOf } from './cache.ts';
import { classNamesOf, versionOf } from './classNames.ts';
import { commonConfiguration, type Target } from './common.ts';
import { loader } from './sheets.ts';
import { singletonVersions } from './singletons.ts';
import { paintedChunk, styleChunks, withoutEmptyScripts, withoutSheetLoading } from './styleChunks.ts';

const constants = new rspack.DefinePlugin({
  SINGLETON_VERSIONS: JSON.stringify(singletonVersions),
  // Removes parts of the federation runtime that this site doesn't use: manifests, shared versions, other platforms.
  FEDERATION_OPTIMIZE_NO_SNAPSHOT_PLUGIN: 'true',
  FEDERATION_OPTIMIZE_NO_SHARED: 'true',
  ENV_TARGET: '"web"',
});

const withoutManifests = new rspack.NormalModuleReplacementPlugin(
  /runtime-core.dist.(plugins.snapshot.SnapshotHandler|utils.preload)\.js$/,
  join(import.meta.dirname, 'withoutManifests.mjs'),
);

const shortErrors = new rspack.NormalModuleReplacementPlugin(
  /error-codes.dist.(desc|getShortErrorMsg)\.mjs$/,
  join(import.meta.dirname, 'shortErrors.mjs'),
);

/** The shell's browser files: ES modules that load remotes and share the singletons with them. */
export function shellInBrowser(target: Target): Configuration {
  const common = commonConfiguration(target);
  const name = target.mode === 'production' ? '[name].[contenthash:8]' : '[name]';
  return {
    ...common,
    ...(target.mode === 'production' && withSmallRouter(common)),
    entry: {
      shell: '@site/shell/entry/browser.ts',
      [paintedChunk]: { import: '@site/shell/painted/painted.ts', library: { type: 'module' } },
      ...styleChunks,
    },
    output: {
      ...common.output,
      path: join(target.output, 'web'),
      module: true,
      chunkFormat: 'module',
      filename: `${name}.js`,
      chunkFilename: `${name}.js`,
      cssFilename: `${name}.css`,
      cssChunkFilename: `${name}.css`,
    },
    optimization: {
      ...common.optimization,
      splitChunks: { cacheGroups: { vendor: vendorChunk, defaultVendors: false } },
      runtimeChunk: false,
    },
    plugins: [
      ...(common.plugins ?? []),
      constants,
      withoutManifests,
      ...(target.mode === 'production' ? [shortErrors, withoutEmptyScripts, withoutSheetLoading] : []),
    ],
  };
}

/** Uses React Router's production build (its package points to the development build) and drops its unused parts. */
function withSmallRouter({ resolve, module }: Configuration): Configuration {
  const folder = join(root, 'node_modules/react-router/dist/production');
  const alias = { 'react-router$': join(folder, 'index.mjs'), 'react-router/dom$': join(folder, 'dom-export.mjs') };
  const rule: RuleSetRule = { include: folder, use: [loader('pure-calls.mjs')] };
  return { resolve: { ...resolve, alias }, module: { ...module, rules: [...(module?.rules ?? []), rule] } };
}

/** Libraries change less often than the shell: as a separate file, they stay in visitors' caches for longer. */
const vendorChunk = {
  test: (module: Module) => isLibrary(module.nameForCondition() ?? ''),
  name: 'vendor',
  chunks: 'initial',
  enforce: true,
} as const;

/** Whether a file is neither the site's nor of the platform, which other sites install among the libraries. */
function isLibrary(file: string): boolean {
  const room = [platformFolder(shell), platformFolder('shared')].find((folder) => file.startsWith(folder + sep)) ?? '';
  return file.slice(room.length).includes('node_modules');
}

/** The shell's renderer: one CommonJS file that includes everything, singletons too. */
export function shellOnServer(target: Target): Configuration {
  const common = commonConfiguration(target);
  return {
    ...common,
    entry: { renderer: '@site/shell/entry/renderer.ts' },
    output: {
      ...common.output,
      path: join(target.output, 'server'),
      filename: '[name].cjs',
      library: { type: 'commonjs2' },
    },
    optimization: { ...common.optimization, minimize: false },
    plugins: [...(common.plugins ?? []), constants, new rspack.optimize.LimitChunkCountPlugin({ maxChunks: 1 })],
  };
}

/**
 * Without spaces, comments and two-byte characters, V8 keeps half as much of a script in memory. Names stay, for stack
 * traces.
 */
const compactScript = new rspack.SwcJsMinimizerRspackPlugin({
  minimizerOptions: { compress: false, mangle: false, format: { asciiOnly: true, comments: false } },
});

/** The same renderer for an isolate, without anything from Node: one CommonJS file that imports nothing. */
export function shellInIsolate(target: Target): Configuration {
  const inNode = shellOnServer(target);
  const name = `${target.app}-isolate`;
  const legacy = `react-dom/cjs/react-dom-server-legacy.browser.${target.mode}.js`;
  return {
    ...inNode,
    name,
    target: ['webworker', 'es2022'],
    cache: cacheOf(name, target.mode, versionOf(classNamesOf(target))),
    entry: { isolate: '@site/shell/entry/isolate.ts' },
    optimization: { ...inNode.optimization, minimize: target.mode === 'production', minimizer: [compactScript] },
    // The package's own entry adds the unused renderer for streams, which needs more browser APIs.
    resolve: { ...inNode.resolve, alias: { 'react-dom/server$': join(root, 'node_modules', legacy) } },
  };
}

/** The inline scripts of the server's documents. */
export function shellInline(target: Target): Configuration {
  const common = commonConfiguration(target);
  return {
    ...common,
    name: 'shell-inline',
    cache: cacheOf('shell-inline', target.mode),
    plugins: [],
    entry: {
      starter: '@site/shell/inline/starter.ts',
      root: '@site/shell/inline/root.ts',
    },
    output: { ...common.output, path: join(target.output, 'inline'), filename: '[name].js', iife: true },
  };
}
