import type { Building, CityPlan } from './CityPlan.ts';
import { type Shape, shapeOf, topOf } from './Shape.ts';
import { countWindows, visibleWindows, type WindowField } from './visibleWindows.ts';

/** A building with what is seen of its windows. */
export interface SeenBuilding extends Shape {
  readonly windows: readonly WindowField[];
}

const wanted = 10_000;

/** The buildings of every row, with ten thousand windows in all. */
export function complete(plan: CityPlan): readonly (readonly SeenBuilding[])[] {
  const missing = wanted - count(seenRows(plan));
  const rows = seenRows(withMore(plan, missing));
  const top = Math.max(...rows.flat().flatMap(({ tiers }) => tiers.map((tier) => topOf(tier, plan.cell))));
  if (count(rows) !== wanted || top > plan.height)
    throw new Error(`No room for the ${missing} windows that are missing.`);
  return rows;
}

/** The plan with more floors on the building for the remainder: full ones, then one as wide as what is left. */
function withMore(plan: CityPlan, missing: number): CityPlan {
  const extend = (building: Building): Building => {
    const [columns, floors] = building.tiers.at(-1) ?? [1, 0];
    const more = Math.floor(missing / columns);
    const top = missing - more * columns;
    const tiers = [...building.tiers.slice(0, -1), [columns, floors + more] as const];
    return { ...building, tiers: top > 0 ? [...tiers, [top, 1] as const] : tiers };
  };
  const { row: rowIndex, building: buildingIndex } = plan.remainder;
  const rows = plan.rows.map((row, index) =>
    index === rowIndex
      ? {
          ...row,
          buildings: row.buildings.map((building, place) => (place === buildingIndex ? extend(building) : building)),
        }
      : row,
  );
  return { ...plan, rows };
}

function seenRows(plan: CityPlan): readonly (readonly SeenBuilding[])[] {
  const rows = plan.rows.map(({ buildings }) => buildings.map((building) => shapeOf(building, plan)));
  return rows.map((shapes, index) => {
    const inFront = rows.slice(index + 1).flatMap((nearer) => nearer.flatMap(({ outlines }) => outlines));
    return shapes.map((shape) => ({ ...shape, windows: visibleWindows(shape, inFront, plan) }));
  });
}

const count = (rows: readonly (readonly SeenBuilding[])[]): number =>
  rows.flat().reduce((sum, { windows }) => sum + countWindows(windows), 0);
