const minute = 60 * 1000;
const day = 24 * 60 * minute;

/** How far a signer's clock may be ahead of a server's, in milliseconds. */
export const clockSkew = 5 * minute;

/** How long before a signature or a key ends it is time to make another, in milliseconds. */
export const endsSoon = 30 * day;

/** How long a pointer is valid by default, in milliseconds. A small company may release once a year. */
export const pointerLife = 365 * day;

/** The longest validity of a pointer that servers accept, in days and in milliseconds: a stolen key can't sign for longer. */
export const maxPointerDays = 400;
export const maxPointerLife = maxPointerDays * day;

/** The highest serial that is accepted now. Serials are taken from the clock, so a higher one would block all later ones. */
export const highestSerial = (): number => Date.now() + clockSkew;

/** The serial for a new signature: above the replaced one, if that one is valid. */
export function nextSerial(replaced: number | undefined): number {
  const isBounded = replaced !== undefined && replaced <= highestSerial();
  return Math.max(Date.now(), isBounded ? replaced + 1 : 0);
}
