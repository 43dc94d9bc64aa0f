import { type RspackPluginInstance, WebpackError } from '@rspack/core';

/** Chunks of the shell that are style sheets alone: that of the page at `/`, and the fonts, which every page shows after its text. */
export const styleChunks = { root: './src/inline/root.css', fonts: '@site/shared/ui/styles/fonts.css' } as const;

/** Throws away the empty scripts that Rspack writes beside the style sheets: an import map would promise them on every page. */
export const withoutTheirScripts: RspackPluginInstance = {
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

/** What Rspack's runtime calls the parts with which a bundle loads style sheets of its own. */
const sheetLoading = ['css_loading', 'get css chunk filename'];

/** Leaves out what loads style sheets: those of the shell stand in the document, and none comes with a later script. */
export const withoutSheetLoading: RspackPluginInstance = {
  apply: ({ hooks, rspack }) => {
    const name = 'without sheet loading';
    const stage = rspack.Compilation.PROCESS_ASSETS_STAGE_REPORT;
    hooks.thisCompilation.tap(name, (compilation) => {
      compilation.hooks.runtimeModule.tap(name, (module) => {
        if (module.source && sheetLoading.includes(module.name)) module.source.source = Buffer.alloc(0);
      });
      compilation.hooks.processAssets.tap({ name, stage }, () => {
        const later = [...compilation.chunks].filter((chunk) => !chunk.canBeInitial());
        for (const sheet of later.flatMap((chunk) => [...chunk.files].filter((file) => file.endsWith('.css'))))
          compilation.errors.push(
            new WebpackError(`${sheet}: nothing loads it. Import it from what the shell begins with.`),
          );
      });
    });
  },
};
