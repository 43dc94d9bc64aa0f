import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { rasterise, startDrawing } from '../pictures/rasterise.ts';
import { drawAdaptingIcon, drawTile } from './drawIcon.ts';
import { toIco } from './toIco.ts';

const rounded = { mark: 0.72, corner: 0.2 };
/** Phones cut the corners off themselves. */
const square = { mark: 0.62, corner: 0 };
/** Only the middle circle, four fifths of the side, is sure to be seen. */
const maskable = { mark: 0.5, corner: 0 };

const faviconSide = 32;

/** Draws the icons of the site, all of the one mark, into a folder. */
export async function writeIcons(folder: string): Promise<void> {
  await startDrawing();
  await mkdir(folder, { recursive: true });
  const files: readonly (readonly [string, string | Uint8Array])[] = [
    ['icon.svg', drawAdaptingIcon()],
    ['favicon.ico', toIco(rasterise(drawTile({ ...rounded, mark: 0.84 }), faviconSide), faviconSide)],
    ['apple-touch-icon.png', rasterise(drawTile(square), 180)],
    ['icon-192.png', rasterise(drawTile(rounded), 192)],
    ['icon-512.png', rasterise(drawTile(rounded), 512)],
    ['icon-maskable-512.png', rasterise(drawTile(maskable), 512)],
  ];
  await Promise.all(files.map(([name, content]) => writeFile(join(folder, name), content)));
}
