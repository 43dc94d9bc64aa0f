import { Compilation, type RspackPluginInstance, RuntimePlugin, sources } from '@rspack/core';
import { integrityOf } from '@site/releases/integrity.ts';

const name = 'SheetIntegrity';

/** Stands in the bundle's runtime for the promises, until every style sheet has its last byte. */
const placeholder = '__SHEET_INTEGRITY__';

/**
 * Makes a bundle load its style sheets with a promise of their content. Scripts have theirs in the document's import
 * map; the runtime's own `<link>` would have none. What promises them is a script, whose content is promised in turn.
 */
export const sheetIntegrity: RspackPluginInstance = {
  apply(compiler) {
    compiler.hooks.thisCompilation.tap(name, (compilation) => {
      RuntimePlugin.getCompilationHooks(compilation).createLink.tap(
        name,
        (code) => `${code}\nlink.crossOrigin = 'anonymous';\nlink.integrity = ${placeholder}[chunkId];`,
      );
      compilation.hooks.processAssets.tap({ name, stage: Compilation.PROCESS_ASSETS_STAGE_REPORT - 1 }, () => {
        const promises = JSON.stringify(promisesOf(compilation));
        for (const { name: file, source } of compilation.getAssets()) {
          const code = file.endsWith('.js') ? source.source().toString() : '';
          if (!code.includes(placeholder)) continue;
          compilation.updateAsset(file, new sources.RawSource(code.replaceAll(placeholder, `(${promises})`)));
        }
      });
    });
  },
};

/** The integrity of each style sheet that the bundle loads by itself. */
function promisesOf(compilation: Compilation): Record<string, string> {
  const loaded = [...compilation.chunks].filter((chunk) => !chunk.canBeInitial());
  const promises = loaded.flatMap((chunk) => {
    const sheet = [...chunk.files].find((file) => file.endsWith('.css'));
    const content = sheet && compilation.getAsset(sheet)?.source.buffer();
    return content ? [[String(chunk.id), integrityOf(content)] as const] : [];
  });
  return Object.fromEntries(promises);
}
