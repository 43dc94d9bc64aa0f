import type { CityPlan, Row, WindowStyle } from './CityPlan.ts';
import { complete, type SeenBuilding } from './complete.ts';
import { box, drawRoof, path } from './drawRoof.ts';
import { topOf, wallsOf } from './Shape.ts';

const styles: readonly WindowStyle[] = ['single', 'pair', 'floor'];
const street = 6;

/** A city as an SVG whose colours are variables of the site's tokens. */
export function drawCity(plan: CityPlan): string {
  const { width, height } = plan;
  const rows = complete(plan).map((buildings, index) => drawRow(plan, plan.rows[index] as Row, buildings));
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}">`,
    `<defs>${styles.map((style) => drawPattern(style, plan)).join('')}</defs>`,
    drawSky(plan),
    ...rows,
    drawStreet(plan),
    drawCat(plan),
    drawDarkWindow(plan),
    '</svg>\n',
  ].join('');
}

const groundOf = ({ height }: CityPlan): number => height - street;

function drawSky(plan: CityPlan): string {
  const { x, y, radius } = plan.moon;
  const ground = groundOf(plan);
  let left = 0;
  const houses = plan.skyline.map(([width, height]) => {
    const house = box(left, ground - height, width, height);
    left += width;
    return house;
  });
  return (
    `<circle cx="${x}" cy="${y}" r="${radius}" fill="var(--i-paper)"/>` +
    `<path d="${houses.join('')}" fill="var(--night-line)" opacity=".55"/>`
  );
}

/** Seen against the moon. */
function drawCat({ cat: { x, y } }: CityPlan): string {
  return `<path d="${path`M${x} ${y}c-8 0-9-9-6-15l-1-9 5 4h5l5-4-1 9c3 5 3 15-5 15z`}" fill="var(--night)"/>`;
}

/** Tiles of windows, the wall between them left free. */
function drawPattern(style: WindowStyle, plan: CityPlan): string {
  const { width, height } = plan.cell;
  const [glassWidth, glassHeight] = [width * 0.6, height * 0.65];
  const x = (width - glassWidth) / 2;
  const y = (height - glassHeight) / 2;
  const closer = x / 2;
  const tiles = {
    single: { columns: 1, floors: 1, windows: [[x, y]] },
    pair: {
      columns: 2,
      floors: 1,
      windows: [
        [x + closer, y],
        [width + x - closer, y],
      ],
    },
    floor: {
      columns: 1,
      floors: 3,
      windows: [0, 1, 2].map((floor) => [x, floor * height + y + (1 - floor) * y * 0.5]),
    },
  } as const;
  const { columns, floors, windows } = tiles[style];
  const glass = windows.map(([left = 0, top = 0]) => box(left, top, glassWidth, glassHeight)).join('');
  return (
    `<pattern id="${style}" y="${groundOf(plan) % (height * floors)}" width="${columns * width}" height="${floors * height}"` +
    ` patternUnits="userSpaceOnUse"><path d="${glass}" fill="var(--i-lit)"/></pattern>`
  );
}

function drawRow(plan: CityPlan, { walls, roofs, light }: Row, buildings: readonly SeenBuilding[]): string {
  const { cell } = plan;
  const ground = groundOf(plan);
  const blocks = buildings.flatMap(({ tiers }) =>
    tiers.map((tier, index) => {
      const [left, right] = wallsOf(tier, cell);
      const bottom = index === 0 ? 0 : tier.foot - cell.height;
      return box(left, ground - topOf(tier, cell), right - left, topOf(tier, cell) - bottom);
    }),
  );
  const tops = buildings.flatMap(({ building, tiers }) =>
    tiers.map((tier, index) => {
      const [left, right] = wallsOf(tier, cell);
      const isTop = index === tiers.length - 1;
      return drawRoof(isTop ? building.roof : 'flat', left, right, ground - topOf(tier, cell), cell);
    }),
  );
  const fields = styles.map((style) => {
    const data = buildings
      .filter(({ building }) => building.windows === style)
      .flatMap(({ windows }) => windows)
      .map(({ column, columns, floor, floors }) =>
        box(column * cell.width, ground - (floor + floors) * cell.height, columns * cell.width, floors * cell.height),
      );
    const dim = light < 1 ? ` opacity="${light}"` : '';
    return data.length > 0 ? `<path d="${data.join('')}" fill="url(#${style})"${dim}/>` : '';
  });
  return `<path d="${blocks.join('')}" fill="var(${walls})"/><path d="${tops.join('')}" fill="var(${roofs})"/>${fields.join('')}`;
}

function drawStreet(plan: CityPlan): string {
  const { width, cell, trees, lamps } = plan;
  const ground = groundOf(plan);
  const size = cell.height;
  const trunks = trees.map((x) => box(x - 1, ground - 2 * size, 2, 2 * size)).join('');
  const crowns = trees.map((x) => path`M${x} ${ground - 2.5 * size}h0`).join('');
  const posts = lamps.map((x) => box(x - 0.75, ground - 3 * size, 1.5, 3 * size)).join('');
  const bulbs = lamps.map((x) => path`M${x} ${ground - 3 * size}h0`).join('');
  return (
    `<path d="${trunks}${posts}${box(0, ground, width, street)}" fill="var(--i-roof)"/>` +
    '<g stroke-linecap="round">' +
    `<path d="${crowns}" stroke="var(--i-door)" stroke-width="${2 * size}"/>` +
    `<path d="${bulbs}" stroke="var(--i-lit)" stroke-width="${size - 2}"/></g>`
  );
}

/** The dark one, circled, with a line up to where the page writes its label. */
function drawDarkWindow(plan: CityPlan): string {
  const { cell, dark } = plan;
  const left = dark.column * cell.width;
  const top = groundOf(plan) - (dark.floor + 1) * cell.height;
  const [x, y] = [left + cell.width / 2, top + cell.height / 2];
  const marks = `<circle cx="${x}" cy="${y}" r="${dark.radius}"/><path d="M${x} ${y - dark.radius}V${dark.label}"/>`;
  return (
    `<path id="dark" d="${box(left, top, cell.width, cell.height)}" fill="var(--night)"/>` +
    `<g fill="none" stroke="var(--night)" stroke-width="7">${marks}</g>` +
    `<g fill="none" stroke="var(--night-text)" stroke-width="2.5">${marks}</g>`
  );
}
