import { Compilation, type RspackPluginInstance, WebpackError } from '@rspack/core';

const name = 'LocalClasses';

/** How a bundle names the classes of its CSS modules. */
export const localClassName = (app: string): string => `${app}_[local]_[hash:base64:6]`;

/**
 * Fails the build when a class in a style sheet has kept its own name, which no element has: Rspack's parser misses
 * the classes of some selectors, and their rules would apply to nothing.
 */
export const localClasses = (app: string): RspackPluginInstance => ({
  apply(compiler) {
    const stage = Compilation.PROCESS_ASSETS_STAGE_REPORT;
    compiler.hooks.thisCompilation.tap(name, (compilation) => {
      compilation.hooks.processAssets.tap({ name, stage }, () => {
        for (const [file, css] of sheetsOf(compilation))
          for (const own of classesOutside(app, css))
            compilation.errors.push(new WebpackError(`${file}: no element has the class .${own}. ${remedy}`));
      });
    });
  },
});

/** The style sheets of a bundle's chunks; those with files of their own have no local classes. */
const sheetsOf = (compilation: Compilation): [file: string, css: string][] =>
  [...compilation.chunks]
    .flatMap((chunk) => [...chunk.files].filter((file) => file.endsWith('.css')))
    .map((file) => [file, String(compilation.getAsset(file)?.source.source())]);

const remedy =
  'Rspack did not recognise it in its CSS module: write its selector in another way, such as :root:has(…) for html:has(…).';

/** The classes in a style sheet that don't have the name of a local class of the app. */
export function classesOutside(app: string, css: string): string[] {
  const selectors = css.replace(/\/\*.*?\*\/|"[^"]*"|'[^']*'|url\([^)]*\)/gs, '');
  const classes = new Set(selectors.match(/(?<=\.)-?[_a-z][\w-]*/gi));
  return [...classes].filter((className) => !className.startsWith(`${app}_`));
}
