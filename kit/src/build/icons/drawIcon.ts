import { markShapes } from '@site/shared/ui/brand/shapes.ts';
import { colourOf } from '../pictures/colours.ts';

const { gable, window, upright, crossbar } = markShapes;
const grid = 32;

/** The mark alone, for browsers that draw SVG: it follows the scheme of the browser, and does without the crossbar, too fine at 16 pixels. */
export function drawAdaptingIcon(): string {
  const [light, dark] = (['light', 'dark'] as const).map((theme) => colourOf('--logo-ink', theme));
  const ink = (colour = '') => `.ink{fill:${colour};stroke:${colour}}`;
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${grid} ${grid}"><style>${ink(light)}@media(prefers-color-scheme:dark){${ink(dark)}}</style><path class="ink" stroke-width="0" d="${gable}"/><path fill="${colourOf('--logo-lit', 'light')}" d="${window}"/><path class="ink" stroke-width="2.5" d="${upright}"/></svg>`;
}

/** How the mark stands on its tile of night. */
export interface Tile {
  /** Share of the tile's side that the mark takes. */
  readonly mark: number;
  /** Radius of the corners, as a share of the side: 0 where the system cuts the tile itself. */
  readonly corner: number;
}

/** The mark on a tile, for everything that shows icons on grounds of its own. */
export function drawTile({ mark, corner }: Tile): string {
  const ink = colourOf('--logo-ink', 'dark');
  const inset = (grid * (1 - mark)) / 2;
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${grid} ${grid}"><rect width="${grid}" height="${grid}" rx="${grid * corner}" fill="${colourOf('--night', 'light')}"/><g transform="translate(${inset} ${inset}) scale(${mark})" fill="${ink}"><path d="${gable}"/><path fill="${colourOf('--logo-lit', 'dark')}" d="${window}"/><path stroke="${ink}" stroke-width="2" d="${upright}${crossbar}"/></g></svg>`;
}
