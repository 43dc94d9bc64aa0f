import { join, relative } from 'node:path';
import { type Configuration, type RspackPluginInstance, type RuleSetRule, rspack } from '@rspack/core';
import { cacheOf } from './cache.ts';
import { root, sourceFolder } from './folders.ts';
import { hotReload } from './hotReload.ts';
import { localClasses, localClassName } from './localClasses.ts';
import { sheetIntegrity } from './sheetIntegrity.ts';

/** What every bundle is made for. */
export interface Target {
  readonly app: string;
  readonly platform: 'browser' | 'server';
  readonly mode: 'production' | 'development';
  /** Address of the browser files: absolute, ends with a slash. */
  readonly publicPath: string;
  /** Folder of the app's bundles: browser files go to `web/`, the server's file to `server/`. */
  readonly output: string;
}

/** The oldest browsers that style sheets are written for; with older ones they grow by fallbacks. What iOS alone needs, Safari's target drops. */
const browsers = 'chrome 123, firefox 128, safari 17.5, ios_saf 17.5';

/** Each source folder's cascade layer; the order of the layers is in shared/ui/styles/layers.css. */
const cascadeLayers: Readonly<Record<string, string>> = { 'shared/ui': 'ui', shell: 'shell', remotes: 'remote' };

const loader = (name: string) => join(root, 'kit/src/build/loaders', name);

/** The part of a configuration that shell and remotes, browser and server have in common. */
export function commonConfiguration(target: Target): Configuration {
  const { app, platform, mode, publicPath } = target;
  const isServer = platform === 'server';
  const isDevelopment = mode === 'development';
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
      // Where an error comes from is told by the file's own name.
      ...(isDevelopment && { devtoolModuleFilenameTemplate: '[absolute-resource-path]' }),
    },
    module: {
      generator: { 'css/auto': { exportsOnly: isServer, localIdentName: localClassName(app) } },
      // Class names alone are local: tokens and the names of animations and view transitions are the whole site's.
      parser: { 'css/auto': { namedExports: false, animation: false, dashedIdents: false, customIdents: false } },
      rules: [
        scriptRule(target),
        ...(isServer ? [] : [serverOnlyRule]),
        ...(!isServer && isDevelopment ? [hotCatalogueRule] : []),
        ...styleRules(),
        ...assetRules(isServer),
      ],
    },
    plugins: isServer ? serverPlugins(mode) : browserPlugins(app, mode),
    cache: cacheOf(`${app}-${platform}-${mode}`),
    // Both bundles must come to the same names for fonts, drawings and style sheets.
    optimization: {
      realContentHash: false,
      minimizer: [scriptMinimizer, sheetMinimizer],
      // What can't be compiled leaves the files of the last build in their place.
      emitOnErrors: false,
    },
    performance: false,
    stats: 'errors-warnings',
  };
}

// What one pass leaves, such as functions that are called once, the next ones make smaller.
const scriptMinimizer = new rspack.SwcJsMinimizerRspackPlugin({
  minimizerOptions: { ecma: 2022, compress: { ecma: 2022, passes: 4 } },
});

/** Sheets that keep their own file have their hash in both bundles: they are made small by the loader, in both alike. */
const ownSheets = 'styles';
const sheetMinimizer = new rspack.LightningCssMinimizerRspackPlugin({
  exclude: new RegExp(`^${ownSheets}/`),
  minimizerOptions: { targets: browsers, errorRecovery: false },
});

// Style sheets that change under a running page can't be promised.
const browserPlugins = (app: string, mode: Target['mode']): RspackPluginInstance[] =>
  mode === 'development' ? [hotReload] : [localClasses(app), sheetIntegrity, privateMaps('web')];

const serverPlugins = (mode: Target['mode']): RspackPluginInstance[] =>
  mode === 'development' ? [] : [privateMaps('server')];

/** Source maps that no file names, in a folder that no address leads to; with the names of the sources, but not their content. */
const privateMaps = (folder: string): RspackPluginInstance =>
  new rspack.SourceMapDevToolPlugin({
    filename: `../maps/${folder}/[file].map`,
    append: false,
    noSources: true,
    // Stack traces are of scripts.
    test: /\.c?js$/,
    moduleFilenameTemplate: ({ absoluteResourcePath }: { absoluteResourcePath: string }) =>
      `source:///${relative(root, absoluteResourcePath).replaceAll('\\', '/')}`,
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

/** Modules named `….server.ts` are empty in browsers. */
const serverOnlyRule: RuleSetRule = { test: /\.server\.ts$/, enforce: 'pre', loader: loader('server-only.mjs') };

/** In development a text that is saved shows in the open page. */
const hotCatalogueRule: RuleSetRule = {
  test: /[\\/]locales[\\/]\w+\.json$/,
  loader: loader('hot-catalogue.mjs'),
  type: 'javascript/auto',
};

// By itself the loader leaves out what it can't read, without a word.
const lightning = { loader: 'builtin:lightningcss-loader', options: { targets: browsers, errorRecovery: false } };
const smallSheet = { ...lightning, options: { ...lightning.options, minify: true } };

function styleRules(): RuleSetRule[] {
  const layers = Object.entries(cascadeLayers).map(([folder, layer]) => ({
    include: join(root, folder),
    use: [lightning, { loader: loader('css-layer.mjs'), options: { layer } }],
  }));
  return [
    { test: /\.module\.css$/, type: 'css/auto', oneOf: layers },
    {
      test: /\.css$/,
      resourceQuery: { not: /url|integrity/ },
      exclude: /\.module\.css$/,
      type: 'css/auto',
      use: [lightning],
    },
  ];
}

const drawing = { test: /\.svg$/, type: 'asset/resource', use: [loader('themed-svg.mjs')] };
const inTheme = /^#/;

function assetRules(isServer: boolean): RuleSetRule[] {
  const file = (folder: string) => ({ filename: `${folder}/[name].[contenthash:8][ext]`, emit: !isServer });
  return [
    {
      test: /\.css$/,
      resourceQuery: /url/,
      type: 'asset/resource',
      generator: file(ownSheets),
      use: [smallSheet],
    },
    {
      test: /\.css$/,
      resourceQuery: /integrity/,
      type: 'javascript/auto',
      use: [loader('integrity.mjs'), smallSheet],
    },
    { test: /\.woff2$/, type: 'asset/resource', generator: file('fonts') },
    { ...drawing, resourceFragment: { not: inTheme }, generator: file('art') },
    // The address of a drawing in a theme is that of the same file, which is written but once.
    {
      ...drawing,
      resourceFragment: inTheme,
      generator: { filename: `${file('art').filename}[fragment]`, emit: false },
    },
  ];
}
