import type { Building, CityPlan, Roof } from './CityPlan.ts';

/** The upper edge of a building, or of a part of it. */
export interface Outline {
  readonly left: number;
  readonly right: number;
  /** Height above the ground at a place between left and right. */
  readonly heightAt: (x: number) => number;
}

/** A block of a building with its windows. */
export interface Tier {
  readonly left: number;
  readonly columns: number;
  readonly floors: number;
  /** Height of its lowest windows above the ground. */
  readonly foot: number;
}

/** A building, measured in the drawing's units. */
export interface Shape {
  readonly building: Building;
  readonly tiers: readonly Tier[];
  readonly outlines: readonly Outline[];
}

/** Columns of wall beside windows. */
const margin = 1;

/** Height of a ground floor, in cells: doors and shops, and no windows. */
const groundFloor = 2;

/** The measures of a building. */
export function shapeOf(building: Building, { cell }: Pick<CityPlan, 'cell'>): Shape {
  const tiers: Tier[] = [];
  let foot = groundFloor * cell.height;
  let { at } = building;
  let below = building.tiers[0]?.[0] ?? 0;
  for (const [columns, floors] of building.tiers) {
    at += Math.floor((below - columns) / 2);
    tiers.push({ left: at * cell.width, columns, floors, foot });
    // A whole floor of wall under each setback: the ledge stands on it.
    foot += (floors + 1) * cell.height;
    below = columns;
  }
  return { building, tiers, outlines: outlinesOf(building.roof, tiers, cell) };
}

/** Top of the walls of a tier. */
export const topOf = ({ foot, floors }: Tier, cell: CityPlan['cell']): number =>
  foot + floors * cell.height + Math.round(cell.height / 2);

/** Left and right end of its walls. */
export function wallsOf({ left, columns }: Tier, cell: CityPlan['cell']): readonly [number, number] {
  return [left - margin * cell.width, left + (columns + margin) * cell.width];
}

function outlinesOf(roof: Roof, tiers: readonly Tier[], cell: CityPlan['cell']): readonly Outline[] {
  return tiers.map((tier, index) => {
    const [left, right] = wallsOf(tier, cell);
    const top = topOf(tier, cell);
    const rise = index === tiers.length - 1 ? roofRise(roof, right - left, cell) : () => 0;
    return { left, right, heightAt: (x) => top + rise((x - left) / (right - left)) };
  });
}

/** How much of what is behind a roof hides, along its width. Thin things hide nothing. */
function roofRise(roof: Roof, width: number, cell: CityPlan['cell']): (share: number) => number {
  const slope = (share: number) => 1 - Math.abs(2 * share - 1);
  switch (roof) {
    case 'gable':
      return (share) => gableHeight(width) * slope(share);
    case 'steps':
      return (share) => stepHeight(cell) * Math.min(3, Math.floor(slope(share) * 4));
    case 'dome':
      return (share) => domeHeight(width) * Math.sqrt(Math.max(0, 1 - (2 * share - 1) ** 2));
    case 'mansard':
      return () => mansardHeight(cell);
    case 'saw':
      return () => sawHeight(cell);
    case 'tank':
    case 'flat':
    case 'aerial':
    case 'chimneys':
      return () => 0;
  }
}

export const gableHeight = (width: number): number => Math.round(width * 0.42);
export const domeHeight = (width: number): number => Math.round(width * 0.4);
export const stepHeight = (cell: CityPlan['cell']): number => cell.height;
export const mansardHeight = (cell: CityPlan['cell']): number => 3 * cell.height;
export const sawHeight = (cell: CityPlan['cell']): number => 3 * cell.height;
