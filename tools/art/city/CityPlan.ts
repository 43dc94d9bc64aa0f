/** What stands on top of a building. */
export type Roof = 'flat' | 'gable' | 'steps' | 'dome' | 'saw' | 'mansard' | 'tank' | 'aerial' | 'chimneys';

/** A building, measured in windows. */
export interface Building {
  /** Column of its first window. */
  readonly at: number;
  /** Storeys from the ground up, each as columns × floors; the upper ones stand back, in the middle. */
  readonly tiers: readonly (readonly [columns: number, floors: number])[];
  readonly roof: Roof;
  readonly windows: WindowStyle;
}

/** The rhythm of a front: one by one, in pairs, or by three floors with a ledge. */
export type WindowStyle = 'single' | 'pair' | 'floor';

/** The buildings of one distance, none of which hides another. */
export interface Row {
  readonly walls: string;
  readonly roofs: string;
  /** How bright its windows are: the farther, the dimmer. */
  readonly light: number;
  readonly buildings: readonly Building[];
}

/** A city, from the sky to the street. */
export interface CityPlan {
  readonly width: number;
  readonly height: number;
  /** Size of a window with its share of the wall. */
  readonly cell: { readonly width: number; readonly height: number };
  readonly moon: { readonly x: number; readonly y: number; readonly radius: number };
  /** The outline of the farthest houses, too far for windows: a width and a height each, from the left. */
  readonly skyline: readonly (readonly [width: number, height: number])[];
  /** From the farthest to the nearest. */
  readonly rows: readonly Row[];
  /** Gets the windows that are still missing, as floors on its top. */
  readonly remainder: { readonly row: number; readonly building: number };
  readonly trees: readonly number[];
  readonly lamps: readonly number[];
  /** The window that is dark, counted from the left edge and from the ground, and the end of the line to its label. */
  readonly dark: { readonly column: number; readonly floor: number; readonly radius: number; readonly label: number };
  /** Where the cat sits: column and height. */
  readonly cat: { readonly x: number; readonly y: number };
}
