import type { Pointer, PointerEntry } from '@site/shared/contract/release.ts';

/** All versions of a pointer, the live one first. */
export const entriesOf = (pointer: Pointer | undefined): readonly PointerEntry[] =>
  pointer ? [{ version: pointer.version, since: pointer.since }, ...pointer.previous] : [];

/** The pointer after a version has gone live: what was live before comes next. */
export function pointTo(version: string, current: Pointer | undefined): Pointer {
  const previous = entriesOf(current).filter((entry) => entry.version !== version);
  return { version, since: new Date().toISOString(), previous };
}

/**
 * The pointer after going back to a version. Those that were left for it go to the end: whoever goes back twice comes
 * to what was live before, not to what was just given up.
 */
export function pointBackTo(version: string, current: Pointer | undefined): Pointer {
  const entries = entriesOf(current);
  const target = entries.findIndex((entry) => entry.version === version);
  const left = target < 0 ? entries.slice(0, 1) : entries.slice(0, target);
  const older = target < 0 ? entries.slice(1) : entries.slice(target + 1);
  const givenUp = left.map((entry) => ({ ...entry, isGivenUp: true as const }));
  return { version, since: new Date().toISOString(), previous: [...older, ...givenUp] };
}

/** When each version of a pointer was last live, in milliseconds; the live one is so now. */
export function lastLive(pointer: Pointer | undefined): ReadonlyMap<string, number> {
  const newestFirst = entriesOf(pointer).toSorted((a, b) => b.since.localeCompare(a.since));
  return new Map(newestFirst.map(({ version }, index) => [version, untilOf(newestFirst[index - 1])]));
}

/** A version was live until the next one was. */
const untilOf = (next: PointerEntry | undefined): number => (next ? Date.parse(next.since) : Date.now());
