const minute = 60 * 1000;
const day = 24 * 60 * minute;

/** How many milliseconds the clock of one who signs may be ahead of a server's. */
export const clockSkew = 5 * minute;

/** For how many milliseconds a pointer counts, unless somebody who promotes says otherwise. A small company may release once a year. */
export const pointerLife = 365 * day;

/** For how long servers accept a pointer at most, in days and in milliseconds: a stolen key can't sign for longer. */
export const maxPointerDays = 400;
export const maxPointerLife = maxPointerDays * day;

/** The highest serial that counts now: serials are taken from the clock, so that a higher one would keep all later ones out. */
export const highestSerial = (): number => Date.now() + clockSkew;

/** The serial of what is signed now: above the one that it replaces, if that one counts. */
export function nextSerial(replaced: number | undefined): number {
  const isBounded = replaced !== undefined && replaced <= highestSerial();
  return Math.max(Date.now(), isBounded ? replaced + 1 : 0);
}
