import type { CityPlan } from './CityPlan.ts';
import type { Outline, Shape } from './Shape.ts';

/** A rectangle full of windows, measured in windows. Floors are counted from the ground. */
export interface WindowField {
  readonly column: number;
  readonly columns: number;
  readonly floor: number;
  readonly floors: number;
}

/** Columns that end at the same height before a slope, so that few rectangles do. */
const grouped = 3;

/** The windows of a building that nothing in front of it hides, in as few rectangles as its columns allow. */
export function visibleWindows(
  shape: Shape,
  inFront: readonly Outline[],
  { cell }: Pick<CityPlan, 'cell'>,
): WindowField[] {
  return shape.tiers.flatMap((tier) => {
    const fields: WindowField[] = [];
    const first = tier.left / cell.width;
    const foot = tier.foot / cell.height;
    for (let column = first; column < first + tier.columns; column += 1) {
      const group = Math.floor(column / grouped) * grouped;
      const hidden = Math.ceil(hiddenHeight(group * cell.width, (group + grouped) * cell.width, inFront) / cell.height);
      const floor = Math.max(foot, hidden);
      const floors = foot + tier.floors - floor;
      const last = fields.at(-1);
      if (floors <= 0) continue;
      if (last?.floor === floor && last.column + last.columns === column) {
        fields[fields.length - 1] = { ...last, columns: last.columns + 1 };
      } else {
        fields.push({ column, columns: 1, floor, floors });
      }
    }
    return fields;
  });
}

/** Up to which height something hides what is between two places. */
function hiddenHeight(left: number, right: number, outlines: readonly Outline[]): number {
  const heights = outlines
    .filter((outline) => outline.left < right && outline.right > left)
    .flatMap(({ left: start, right: end, heightAt }) =>
      [left, (left + right) / 2, right].map((x) => heightAt(Math.min(end, Math.max(start, x)))),
    );
  return Math.max(0, ...heights);
}

/** How many windows there are. */
export const countWindows = (fields: readonly WindowField[]): number =>
  fields.reduce((sum, { columns, floors }) => sum + columns * floors, 0);
