import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { initWasm, Resvg } from '@resvg/resvg-wasm';
import tokens from '@site/company/tokens.json' with { type: 'json' };
import { coloursOf } from '../loaders/themeSvg.ts';
import { root } from '../project.ts';
import { encodePng } from './encodePng.ts';

const require = createRequire(import.meta.url);

/** The program that draws. */
const resvg = readFileSync(require.resolve('@resvg/resvg-wasm/index_bg.wasm'));

let starting: Promise<void> | undefined;

/** Loads resvg, once. */
export async function startDrawing(): Promise<void> {
  starting ??= initWasm(resvg);
  await starting;
}

/** Renders a drawing as a PNG of the given width, which may be transparent. */
export function rasterise(svg: string, width: number): Uint8Array {
  const drawing = new Resvg(svg, { fitTo: { mode: 'width', value: width } });
  const picture = drawing.render();
  const png = picture.asPng();
  picture.free();
  drawing.free();
  return png;
}

/** Renders a drawing without transparent parts as a small PNG, in the drawing's own size. */
export function rasteriseOpaque(svg: string, fonts: readonly Uint8Array[]): Uint8Array {
  const drawing = new Resvg(svg, { font: { fontBuffers: [...fonts] } });
  const picture = drawing.render();
  const png = encodePng(picture);
  picture.free();
  drawing.free();
  return png;
}

/** The width of everything in a drawing, in the drawing's units. */
export function widthOf(svg: string, fonts: readonly Uint8Array[]): number {
  const drawing = new Resvg(svg, { font: { fontBuffers: [...fonts] } });
  const box = drawing.getBBox();
  const width = box?.width ?? 0;
  box?.free();
  drawing.free();
  return width;
}

const cacheFolder = join(root, '.cache/pictures');

/** Returns the cached picture of the same sources, or makes it. */
export async function cached(sources: readonly (string | Uint8Array)[], make: () => Uint8Array): Promise<Uint8Array> {
  // Another version of resvg may draw differently.
  const hash = createHash('sha256').update(resvg);
  for (const source of sources) hash.update('\0').update(source);
  const file = join(cacheFolder, `${hash.digest('hex')}.png`);
  if (existsSync(file)) return await readFile(file);
  const picture = make();
  await mkdir(cacheFolder, { recursive: true });
  await writeFile(file, picture);
  return picture;
}

/** The value of a colour token by the name of its variable: `--night`, or `--i-lit` for illustrations. */
export const colourOf = (name: string, theme: 'light' | 'dark'): string => coloursOf(name, tokens)[theme];

/** Replaces a drawing's variables with their colours, because only browsers support variables. */
export function paint(svg: string, theme: 'light' | 'dark'): string {
  return svg.replace(/var\((--[\w-]+)(?:,[^)]*)?\)/g, (_, name: string) => colourOf(name, theme));
}
