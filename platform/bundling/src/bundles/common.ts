import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { type Configuration, type RspackPluginInstance, type RuleSetRule, rspack } from '@rspack/core';
import { ReactRefreshRspackPlugin } from '@rspack/plugin-react-refresh';
import { pathFromRoot, sourceFolder } from '../project.ts';
import { cacheOf } from './cache.ts';
import { classNamesOf, versionOf } from './classNames.ts';
import { pictureRules } from './pictures.ts';
import { loader, sheetIntegrity, sheetMinimizer, sheetRules } from './sheets.ts';

/** What a bundle is built for. */
export interface Target {
  readonly app: string;
  readonly platform: 'browser' | 'server';
  readonly mode: 'production' | 'development';
  /** Absolute address of the browser files; ends with a slash. */
  readonly publicPath: string;
  /** Folder of the app's bundles: browser files go to `web/`, the server's file to `server/`. */
  readonly output: string;
}

/** The part of the configuration that all bundles have in common. */
export function commonConfiguration(target: Target): Configuration {
  const { app, platform, mode, publicPath } = target;
  const isServer = platform === 'server';
  const isDevelopment = mode === 'development';
  const classNames = { ...classNamesOf(target), namesOnly: isServer };
  const asset = (folder: string, name = '[name].[contenthash:8][ext]') => ({
    filename: `${folder}/${name}`,
    emit: !isServer,
  });
  return {
    name: `${app}-${platform}`,
    mode,
    context: sourceFolder(app),
    target: isServer ? 'node24' : ['web', 'es2022'],
    devtool: isDevelopment ? 'cheap-module-source-map' : false,
    resolve: { extensions: ['.ts', '.tsx', '.js'] },
    output: {
      publicPath,
      uniqueName: app,
      // Stack traces name the source file itself.
      ...(isDevelopment && { devtoolModuleFilenameTemplate: '[absolute-resource-path]' }),
    },
    module: {
      generator: { css: { exportsOnly: isServer } },
      rules: [
        scriptRule(target),
        plainIconsRule,
        isServer ? browserOnlyRule : serverOnlyRule,
        eachLanguageRule,
        ...(!isServer && isDevelopment ? [hotCatalogueRule(app)] : []),
        catalogueSectionRule,
        ...sheetRules(asset, classNames),
        { test: /\.woff2$/, type: 'asset/resource', generator: asset('fonts') },
        ...pictureRules(asset),
      ],
    },
    plugins: isServer ? serverPlugins(mode) : browserPlugins(mode),
    cache: cacheOf(`${app}-${platform}`, mode, versionOf(classNames)),
    optimization: {
      // Fonts, drawings and style sheets must have the same names in the browser and server bundles.
      realContentHash: false,
      minimizer: [scriptMinimizer, sheetMinimizer],
      // After an error, the files of the last successful build stay.
      emitOnErrors: false,
    },
    performance: false,
    stats: 'errors-warnings',
  };
}

// Each pass lets the next one remove more, such as functions that are called once.
const scriptMinimizer = new rspack.SwcJsMinimizerRspackPlugin({
  minimizerOptions: { ecma: 2022, compress: { ecma: 2022, passes: 4 } },
});

// In development, style sheets change while a page is open: they can't have a fixed integrity.
const browserPlugins = (mode: Target['mode']): RspackPluginInstance[] =>
  mode === 'development' ? [hotReload] : [sheetIntegrity, privateMaps('web')];

const serverPlugins = (mode: Target['mode']): RspackPluginInstance[] =>
  mode === 'development' ? [] : [privateMaps('server')];

const refreshFolder = join(import.meta.dirname, '../refresh');
const originalRefresh = dirname(createRequire(import.meta.url).resolve('react-refresh/package.json'));

/** Keeps the state of components while code changes. All apps of a page share one refresh runtime. */
const hotReload: RspackPluginInstance = {
  apply(compiler) {
    const alias = { 'react-refresh': refreshFolder, 'original-react-refresh': originalRefresh };
    compiler.options.resolve.alias = { ...compiler.options.resolve.alias, ...alias };
    new ReactRefreshRspackPlugin({ exclude: [/node_modules/, refreshFolder] }).apply(compiler);
  },
};

/**
 * Source maps outside the served folder, without a comment that points to them. They name the sources but don't contain
 * them.
 */
const privateMaps = (folder: string): RspackPluginInstance =>
  new rspack.SourceMapDevToolPlugin({
    filename: `../maps/${folder}/[file].map`,
    append: false,
    noSources: true,
    // Only scripts appear in stack traces.
    test: /\.c?js$/,
    moduleFilenameTemplate: ({ absoluteResourcePath }: { absoluteResourcePath: string }) =>
      `source:///${pathFromRoot(absoluteResourcePath)}`,
  });

function scriptRule({ platform, mode }: Target): RuleSetRule {
  const development = mode === 'development';
  return {
    test: /\.tsx?$/,
    loader: 'builtin:swc-loader',
    type: 'javascript/auto',
    options: {
      jsc: {
        target: 'es2022',
        parser: { syntax: 'typescript', tsx: true },
        transform: { react: { runtime: 'automatic', development, refresh: development && platform === 'browser' } },
      },
    },
  };
}

/** Every document contains icons, so they are made small. */
const plainIconsRule: RuleSetRule = {
  test: /[\\/]lucide-react[\\/].*[\\/](?:buildLucideIconForReact|defaultAttributes)\.mjs$/,
  loader: loader('plain-icons.mjs'),
};

/** Modules named `….server.ts` are empty in browsers. */
const serverOnlyRule: RuleSetRule = { test: /\.server\.ts$/, enforce: 'pre', loader: loader('server-only.mjs') };

/** What `browserOnly` loads isn't on the server. */
const browserOnlyRule: RuleSetRule = {
  test: /\.tsx?$/,
  exclude: /[\\/]node_modules[\\/]/,
  enforce: 'pre',
  loader: loader('browser-only.mjs'),
};

/** Bundles can't look for files of a language when they run. */
const eachLanguageRule: RuleSetRule = { test: /\.[jt]sx?$/, enforce: 'pre', loader: loader('each-language.mjs') };

const catalogue = /[\\/]locales[\\/][\w-]+\.json$/;

/** The site's catalogues have sections that nobody needs together. */
const catalogueSectionRule: RuleSetRule = {
  test: catalogue,
  resourceQuery: /^\?\w+$/,
  loader: loader('catalogue-section.mjs'),
};

/** In development, a saved text appears in the open page. */
const hotCatalogueRule = (app: string): RuleSetRule => ({
  test: catalogue,
  loader: loader('hot-catalogue.mjs'),
  options: { app },
  type: 'javascript/auto',
});
