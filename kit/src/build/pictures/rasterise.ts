import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { initWasm, Resvg } from '@resvg/resvg-wasm';
import { encodePng } from './encodePng.ts';

const require = createRequire(import.meta.url);

let starting: Promise<void> | undefined;

/** Starts the program that draws pictures; once is enough. */
export async function startDrawing(): Promise<void> {
  starting ??= initWasm(readFileSync(require.resolve('@resvg/resvg-wasm/index_bg.wasm')));
  await starting;
}

/** A drawing as a PNG of the given width, which may let the ground shine through. */
export function rasterise(svg: string, width: number): Uint8Array {
  const drawing = new Resvg(svg, { fitTo: { mode: 'width', value: width } });
  const picture = drawing.render();
  const png = picture.asPng();
  picture.free();
  drawing.free();
  return png;
}

/** A drawing that fills its frame, as a small PNG in the drawing's own size. */
export function rasteriseOpaque(svg: string, fonts: readonly Uint8Array[]): Uint8Array {
  const drawing = new Resvg(svg, { font: { fontBuffers: [...fonts] } });
  const picture = drawing.render();
  const png = encodePng(picture);
  picture.free();
  drawing.free();
  return png;
}

/** How wide the shapes of a drawing are together, in its own units. */
export function widthOf(svg: string, fonts: readonly Uint8Array[]): number {
  const drawing = new Resvg(svg, { font: { fontBuffers: [...fonts] } });
  const box = drawing.getBBox();
  const width = box?.width ?? 0;
  box?.free();
  drawing.free();
  return width;
}
