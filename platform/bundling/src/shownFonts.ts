import { existsSync, readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { fontsOf } from './bundles/fontFaces.ts';

/**
 * The font files that a page may load before it loads more: those of its style sheets, for English texts.
 *
 * @param folder of the browser files
 * @param styles the page's sheets in it
 */
export function shownFonts(folder: string, styles: readonly string[]): readonly string[] {
  const shown = styles.flatMap((sheet) => {
    // In development, sheets stay in memory.
    if (!existsSync(join(folder, sheet))) return [];
    return fontsOf(readFileSync(join(folder, sheet), 'utf8'))
      .filter(({ isLatin }) => isLatin)
      .map(({ address }) => `fonts/${posix.basename(address)}`);
  });
  return [...new Set(shown)].sort();
}
