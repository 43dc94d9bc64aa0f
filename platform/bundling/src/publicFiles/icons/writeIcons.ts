import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { drawnLogo } from '@site/company/logo/drawn.ts';
import { colourOf, paint, rasterise, startDrawing } from '../../pictures/rasterise.ts';

/** How the mark is placed on its night-coloured tile. */
interface Tile {
  /** The mark's side, as a share of the tile's. */
  readonly mark: number;
  /** Radius of the corners, as a share of the side: 0 where the system rounds the corners itself. */
  readonly corner: number;
}

const rounded: Tile = { mark: 0.72, corner: 0.2 };
/** Phones round the corners themselves. */
const square: Tile = { mark: 0.62, corner: 0 };
/** Only a circle with a diameter of four fifths of the side is always visible. */
const maskable: Tile = { mark: 0.5, corner: 0 };

const faviconSide = 32;

/** Draws the site's icons into a folder. */
export async function writeIcons(folder: string): Promise<void> {
  await startDrawing();
  await mkdir(folder, { recursive: true });
  const files: readonly (readonly [string, string | Uint8Array])[] = [
    ['icon.svg', drawAdaptiveIcon()],
    ['favicon.ico', toIco(rasterise(drawTile({ ...rounded, mark: 0.84 }), faviconSide), faviconSide)],
    ['apple-touch-icon.png', rasterise(drawTile(square), 180)],
    ['icon-192.png', rasterise(drawTile(rounded), 192)],
    ['icon-512.png', rasterise(drawTile(rounded), 512)],
    ['icon-maskable-512.png', rasterise(drawTile(maskable), 512)],
  ];
  await Promise.all(files.map(([name, content]) => writeFile(join(folder, name), content)));
}

const grid = 32;

/** The mark alone, in the browser's colour scheme. */
function drawAdaptiveIcon(): string {
  const colours = (theme: 'light' | 'dark') =>
    `:root{--logo-ink:${colourOf('--logo-ink', theme)};--logo-lit:${colourOf('--logo-lit', theme)}}`;
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${grid} ${grid}"><style>${colours('light')}@media(prefers-color-scheme:dark){${colours('dark')}}</style>${drawnLogo.smallMark}</svg>`;
}

/** The mark on a tile, for icons on unknown backgrounds. */
function drawTile({ mark, corner }: Tile): string {
  const inset = (grid * (1 - mark)) / 2;
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${grid} ${grid}"><rect width="${grid}" height="${grid}" rx="${grid * corner}" fill="${colourOf('--night', 'light')}"/><g transform="translate(${inset} ${inset}) scale(${mark})">${paint(drawnLogo.mark, 'dark')}</g></svg>`;
}

/** An icon file with one square picture, which browsers accept as a PNG. */
function toIco(png: Uint8Array, side: number): Buffer {
  const headerLength = 6;
  const entryLength = 16;
  const header = Buffer.alloc(headerLength + entryLength);
  header.writeUInt16LE(1, 2);
  header.writeUInt16LE(1, 4);
  header.set([side, side], headerLength);
  header.writeUInt16LE(1, headerLength + 4);
  header.writeUInt16LE(32, headerLength + 6);
  header.writeUInt32LE(png.length, headerLength + 8);
  header.writeUInt32LE(header.length, headerLength + 12);
  return Buffer.concat([header, png]);
}
