import type { CardFace, Face } from '@site/shared/contract/fonts.ts';

/** The files are those of the typeface’s package, as they are. */
export const faces: readonly Face[] = [];
export const cardFaces: readonly CardFace[] = [];
