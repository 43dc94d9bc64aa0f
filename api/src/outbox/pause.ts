/** How pauses grow. Times are in milliseconds. */
export interface Pauses {
  readonly first: number;
  readonly longest: number;
}

/** The pause after a number of failures: it doubles with each, and chance shortens it by up to a half, lest all come back at once. */
export function pauseAfter(failures: number, { first, longest }: Pauses, chance: number = Math.random()): number {
  const whole = Math.min(first * 2 ** (failures - 1), longest);
  return Math.round(whole * (1 - chance / 2));
}
