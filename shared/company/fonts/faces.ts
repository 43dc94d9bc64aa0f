import type { CardFace, Face } from '@site/shared/contract/fonts.ts';

/** The font files of pages, made of packages. Names and measures of their stand-ins are in fonts.css and fallbackFonts.css. */
export const faces: readonly Face[] = [
  {
    source: '@fontsource-variable/bricolage-grotesque/files/bricolage-grotesque-latin-opsz-normal.woff2',
    target: 'bricolage-grotesque.woff2',
    // No text uses the display typeface below 19 px.
    axes: { wght: { min: 600, max: 700 }, opsz: { min: 19, max: 96 } },
  },
  {
    source: '@fontsource-variable/figtree/files/figtree-latin-wght-normal.woff2',
    target: 'figtree.woff2',
    hasNames: true,
    axes: { wght: { min: 400, max: 700 } },
  },
];

/** The fonts of the cards, made of those files. */
export const cardFaces: readonly CardFace[] = [
  { source: 'bricolage-grotesque.woff2', target: 'cards/bricolage-grotesque.ttf', axes: { wght: 700, opsz: 96 } },
  { source: 'figtree.woff2', target: 'cards/figtree.ttf', axes: { wght: 700 } },
];
