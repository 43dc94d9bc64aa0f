/** How style sheets are compiled, and the plugins that check them and give them their integrity. */
import { join } from 'node:path';
import { Compilation, type RspackPluginInstance, type RuleSetRule, RuntimePlugin, rspack, sources } from '@rspack/core';
import { integrityOf } from '@site/releases/integrity.ts';
import { company, onlyRemote, platformFolder, root, shell } from '../project.ts';
import type { ClassNames } from './classNames.ts';
import { postcssLoaders } from './postcssOf.ts';

/**
 * The oldest browsers that style sheets are compiled for; older ones would need fallbacks, which make the sheets larger.
 * Safari's entry would drop properties that only iOS needs, so iOS has its own entry.
 */
const browsers = 'chrome 120, firefox 121, safari 16.4, ios_saf 16.4';

/** The sheets of forms in the installed shared package: remotes bundle them, as if they were their own. */
const installedForms = /[\\/]node_modules[\\/]@site[\\/]shared[\\/]form[\\/]/;

/** The cascade layer of each source folder; shared/ui/styles/layers.css has their order. */
const cascadeLayers: readonly (readonly [folder: string | RegExp, layer: string])[] =
  onlyRemote === undefined
    ? [
        [join(platformFolder('shared'), 'ui'), 'ui'],
        [join(root, company), 'ui'],
        [join(platformFolder('shared'), 'form'), 'remote'],
        [platformFolder(shell), 'shell'],
        [join(root, 'remotes'), 'remote'],
      ]
    : [
        [join(root, 'src'), 'remote'],
        [installedForms, 'remote'],
      ];

/** The path of a loader of the kit. */
export const loader = (name: string): string => join(import.meta.dirname, '../loaders', name);

// With error recovery, the loader silently drops what it can't parse.
const lightning = { loader: 'builtin:lightningcss-loader', options: { targets: browsers, errorRecovery: false } };
const minifyingLightning = { ...lightning, options: { ...lightning.options, minify: true } };

/**
 * The layers of sheets whose classes keep their names, the package's before the team's. Layers inside of `ui` are weaker than what is
 * in `ui` itself, and stronger than the layers before it: a shell that has never heard of them has them in the right place.
 */
const ownLayers = { packages: 'ui.package', team: 'ui.own' } as const;
const ownOrder = Object.values(ownLayers).join(', ');

const isPackage = /[\\/]node_modules[\\/]/;

/** The loader that puts a remote's sheet into a layer, and refuses what reaches outside of it. */
const ownSheet = (layer: string, order?: string) => ({ loader: loader('own-sheet.mjs'), options: { layer, order } });
const packageSheet = ownSheet(ownLayers.packages, ownOrder);

/** The loaders of a team's plain sheets: what it has configured itself comes first. */
function teamSheets(app: string) {
  const own = postcssLoaders(app);
  const sheet = ownSheet(ownLayers.team, ownOrder);
  if (own.length === 0) return [sheet];
  return [{ ...sheet, options: { ...sheet.options, generatedFor: app } }, ...own];
}

/** The folder of sheets that are separate files, outside any chunk. */
const assetSheets = 'styles';

/** Minifies the sheets of chunks. Asset sheets are minified by their loader, so that both bundles give them the same hash. */
export const sheetMinimizer = new rspack.LightningCssMinimizerRspackPlugin({
  exclude: new RegExp(`^${assetSheets}/`),
  minimizerOptions: { targets: browsers, errorRecovery: false },
});

/** The shell's sheets that are files of their own belong to documents without the page's custom properties. */
const tokenValues = [loader('token-values.mjs')];

/**
 * The rules for style sheets.
 *
 * @param asset returns the options of a file that goes into a folder
 */
export function sheetRules(
  asset: (folder: string) => object,
  classNames: ClassNames & { readonly namesOnly: boolean },
): RuleSetRule[] {
  const rename = { loader: loader('class-names.mjs'), options: classNames };
  const isShell = classNames.app === shell;
  const team = isShell ? [] : teamSheets(classNames.app);
  const layers = cascadeLayers.map(([include, layer]) => ({
    include,
    use: [
      rename,
      lightning,
      layer === 'remote' ? ownSheet(layer) : { loader: loader('css-layer.mjs'), options: { layer } },
    ],
  }));
  const exclude = onlyRemote === undefined ? [platformFolder('shared'), platformFolder(shell)] : installedForms;
  const ofPackage = { include: isPackage, exclude, use: [rename, lightning, packageSheet] };
  /** The shell's plain sheets say themselves which layers they are in. */
  const plain = (compile: typeof lightning, after: readonly string[] = [], before: readonly string[] = []) =>
    isShell
      ? { use: [...after, compile, ...before] }
      : {
          oneOf: [
            { include: isPackage, use: [...after, compile, packageSheet] },
            { use: [...after, compile, ...team] },
          ],
        };
  return [
    { test: /\.module\.css$/, resourceQuery: { not: /sheet/ }, type: 'javascript/auto', use: [rename] },
    { test: /\.module\.css$/, resourceQuery: /sheet/, type: 'css', oneOf: [ofPackage, ...layers] },
    {
      test: /\.css$/,
      resourceQuery: { not: /url|integrity/ },
      exclude: /\.module\.css$/,
      type: 'css',
      ...plain(lightning),
    },
    {
      test: /\.css$/,
      resourceQuery: /url/,
      type: 'asset/resource',
      generator: asset(assetSheets),
      ...plain(minifyingLightning, [], tokenValues),
    },
    {
      test: /\.css$/,
      resourceQuery: /integrity/,
      type: 'javascript/auto',
      ...plain(minifyingLightning, [loader('integrity.mjs')], tokenValues),
    },
  ];
}

/** Placeholder of the integrity values in the bundle's runtime, until the content of every style sheet is final. */
const placeholder = '__SHEET_INTEGRITY__';

/**
 * Makes a bundle load its style sheets with `integrity`. Scripts have theirs in the document's import map; the `<link>`
 * that the runtime creates would have none.
 */
export const sheetIntegrity: RspackPluginInstance = {
  apply(compiler) {
    const name = 'SheetIntegrity';
    compiler.hooks.thisCompilation.tap(name, (compilation) => {
      RuntimePlugin.getCompilationHooks(compilation).createLink.tap(
        name,
        (code) => `${code}\nlink.crossOrigin = 'anonymous';\nlink.integrity = ${placeholder}[chunkId];`,
      );
      compilation.hooks.processAssets.tap({ name, stage: Compilation.PROCESS_ASSETS_STAGE_REPORT - 1 }, () => {
        const integrity = JSON.stringify(lazySheetIntegrity(compilation));
        for (const { name: file, source } of compilation.getAssets()) {
          const code = file.endsWith('.js') ? source.source().toString() : '';
          if (!code.includes(placeholder)) continue;
          compilation.updateAsset(file, new sources.RawSource(code.replaceAll(placeholder, `(${integrity})`)));
        }
      });
    });
  },
};

/** The integrity of each style sheet that the runtime loads, by the id of its chunk. */
function lazySheetIntegrity(compilation: Compilation): Record<string, string> {
  const lazyChunks = [...compilation.chunks].filter((chunk) => !chunk.canBeInitial());
  const entries = lazyChunks.flatMap((chunk) => {
    const sheet = [...chunk.files].find((file) => file.endsWith('.css'));
    const content = sheet && compilation.getAsset(sheet)?.source.buffer();
    return content ? [[String(chunk.id), integrityOf(content)] as const] : [];
  });
  return Object.fromEntries(entries);
}
