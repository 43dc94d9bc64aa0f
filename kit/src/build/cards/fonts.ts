import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import subsetFont from 'subset-font';
import { root } from '../bundles/folders.ts';

/** The families as the font files call themselves. */
export const families = { display: 'Bricolage Grotesque', text: 'Figtree' } as const;

const range = (from: number, to: number) =>
  String.fromCodePoint(...Array.from({ length: to - from + 1 }, (_, index) => from + index));

/** Everything that the site's own font files may have: none of it is left out. */
const characters = range(0x20, 0x17f) + range(0x2000, 0x20ff) + range(0x2190, 0x21ff);

/** The site's two faces with their axes pinned: what draws the pictures knows no variable fonts. */
export async function staticFonts(): Promise<readonly Buffer[]> {
  return await Promise.all([
    pinned('bricolage-grotesque.woff2', { wght: 700, opsz: 96 }),
    pinned('figtree.woff2', { wght: 700 }),
  ]);
}

async function pinned(file: string, axes: Readonly<Record<string, number>>): Promise<Buffer> {
  const font = await readFile(join(root, 'shared/ui/fonts', file));
  return await subsetFont(font, characters, { targetFormat: 'sfnt', variationAxes: axes });
}
