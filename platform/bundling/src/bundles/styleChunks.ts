import { type RspackPluginInstance, WebpackError } from '@rspack/core';

/** Chunks that contain only a style sheet: the page at `/`, and the fonts, which load after a page's text is shown. */
export const styleChunks = { root: '@site/shell/inline/root.css', fonts: '@site/company/fonts/fonts.css' } as const;

/** The script that completes a painted page: the starter imports the first script of the shell's own module by its address. */
export const paintedChunk = 'painted';

/** Removes the empty scripts that Rspack writes beside those style sheets: they would be in every page's import map. */
export const withoutEmptyScripts: RspackPluginInstance = {
  apply: ({ hooks, rspack }) => {
    const stage = rspack.Compilation.PROCESS_ASSETS_STAGE_OPTIMIZE_INLINE;
    hooks.compilation.tap('style chunks', (compilation) => {
      compilation.hooks.processAssets.tap({ name: 'style chunks', stage }, () => {
        for (const name of Object.keys(styleChunks))
          for (const file of compilation.namedChunks.get(name)?.files ?? [])
            if (file.endsWith('.js')) compilation.deleteAsset(file);
      });
    });
  },
};

/** The names of the runtime modules that load style sheets. */
const sheetLoading = ['css_loading', 'get css chunk filename'];

/** Removes the runtime's code for loading style sheets: the shell's are in the document, and none may come with a lazy chunk. */
export const withoutSheetLoading: RspackPluginInstance = {
  apply: ({ hooks, rspack }) => {
    const name = 'without sheet loading';
    const stage = rspack.Compilation.PROCESS_ASSETS_STAGE_REPORT;
    hooks.thisCompilation.tap(name, (compilation) => {
      compilation.hooks.runtimeModule.tap(name, (module) => {
        if (module.source && sheetLoading.includes(module.name)) module.source.source = Buffer.alloc(0);
      });
      compilation.hooks.processAssets.tap({ name, stage }, () => {
        const lazy = [...compilation.chunks].filter((chunk) => !chunk.canBeInitial());
        for (const sheet of lazy.flatMap((chunk) => [...chunk.files].filter((file) => file.endsWith('.css'))))
          compilation.errors.push(
            new WebpackError(`${sheet}: nothing loads it. Import it from a module that the shell imports statically.`),
          );
      });
    });
  },
};
