import type { RspackPluginInstance } from '@rspack/core';

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
