/** What photographs are encoded as, the smallest first. Every browser that the site supports shows both. */
export const pictureFormats = ['avif', 'webp'] as const;

/** A format of a variant. */
export type PictureFormat = (typeof pictureFormats)[number];

/** The widths of variants: phones, tablets and desktops at one or two pixels a point. */
export const pictureWidths: readonly number[] = [390, 640, 780, 1080, 1560];

/** Nothing on the site is shown wider. */
export const widestPicture = Math.max(...pictureWidths);

/** More would take a build's memory, and no page shows them. */
export const pixelsAtMost = 40_000_000;
