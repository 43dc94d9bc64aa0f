import type { CityPlan, Roof } from './CityPlan.ts';
import { domeHeight, gableHeight, mansardHeight, sawHeight, stepHeight } from './Shape.ts';

/** The roof over walls from `left` to `right` whose top is at `y`, as path data. */
export function drawRoof(roof: Roof, left: number, right: number, y: number, cell: CityPlan['cell']): string {
  const width = right - left;
  const middle = left + width / 2;
  const eaves = cell.width / 2;
  switch (roof) {
    case 'gable':
      return path`M${left - eaves} ${y}L${middle} ${y - gableHeight(width)}L${right + eaves} ${y}z`;
    case 'steps':
      return [1, 2, 3]
        .map((step) =>
          box(left + (width * step) / 8, y - step * stepHeight(cell), width * (1 - step / 4), stepHeight(cell)),
        )
        .join('');
    case 'dome':
      return (
        path`M${left} ${y}a${width / 2} ${domeHeight(width)} 0 0 1 ${width} 0z` +
        box(middle - 1, y - domeHeight(width) - 2 * cell.height, 2, 2 * cell.height)
      );
    case 'mansard':
      return path`M${left - eaves} ${y}l${2 * cell.width} ${-mansardHeight(cell)}h${width - 3 * cell.width}l${2 * cell.width} ${mansardHeight(cell)}z`;
    case 'saw':
      return [0, 1, 2]
        .map((tooth) => path`M${left + (width * tooth) / 3} ${y}v${-sawHeight(cell)}l${width / 3} ${sawHeight(cell)}z`)
        .join('');
    case 'tank':
      return tank(left + width * 0.62, y, cell);
    case 'aerial':
      return (
        box(middle - 3 * cell.width, y - cell.height, 6 * cell.width, cell.height) +
        box(middle - 1, y - 7 * cell.height, 2, 6 * cell.height)
      );
    case 'chimneys':
      return (
        [0.15, 0.7]
          .map((share) => box(left + width * share, y - 2 * cell.height, 2 * cell.width, 2 * cell.height))
          .join('') + box(left - eaves, y, width + 2 * eaves, 2)
      );
    case 'flat':
      return box(left - eaves, y - 2, width + 2 * eaves, 3);
  }
}

/** A water tank on its legs. */
function tank(x: number, y: number, { width, height }: CityPlan['cell']): string {
  const top = y - 3.5 * height;
  return (
    box(x, top, 3 * width, 2.5 * height) +
    path`M${x - 1} ${top}l${1.5 * width + 1} ${-height}l${1.5 * width + 1} ${height}z` +
    box(x + 1, y - height, 1, height) +
    box(x + 3 * width - 2, y - height, 1, height)
  );
}

/** A rectangle as path data. */
export const box = (x: number, y: number, width: number, height: number): string =>
  path`M${x} ${y}h${width}v${height}h${-width}`;

/** Path data with numbers as short as they can be. */
export function path(texts: TemplateStringsArray, ...numbers: readonly number[]): string {
  return String.raw({ raw: texts }, ...numbers.map((number) => Math.round(number * 10) / 10));
}
