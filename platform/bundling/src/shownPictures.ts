import type { StatsCompilation } from '@rspack/core';
import { pictureFormats } from './pictures/formats.ts';

const [best] = pictureFormats;
const isPicture = /\.(?:avif|webp|jpe?g|png|svg)$/i;

/** How a photograph's variant names its source: `src/photo.jpg?avif=780`. */
const variant = new RegExp(`^(.*)\\?(${pictureFormats.join('|')})=(\\d+)$`);

/**
 * The pictures that a page may show before it loads more: of each photograph, the widest variant in the smallest
 * format, as a visitor with a large window sees it who scrolls to the end. Needs statistics with `assets` and
 * `chunkGroupAuxiliary`.
 */
export function shownPictures(browser: StatsCompilation, chunk: string): readonly string[] {
  const sources = new Map(browser.assets?.map(({ name, info }) => [name, info.sourceFilename ?? name]));
  const shown = new Map<string, { readonly file: string; readonly width: number }>();
  for (const { name: file } of browser.namedChunkGroups?.[chunk]?.auxiliaryAssets ?? []) {
    if (!isPicture.test(file)) continue;
    const [, photograph, format, digits] = variant.exec(sources.get(file) ?? '') ?? [];
    if (format !== undefined && format !== best) continue;
    const width = Number(digits ?? 0);
    const key = photograph === undefined ? file : `${photograph}?`;
    if (width >= (shown.get(key)?.width ?? 0)) shown.set(key, { file, width });
  }
  return [...shown.values()].map(({ file }) => file).sort();
}
