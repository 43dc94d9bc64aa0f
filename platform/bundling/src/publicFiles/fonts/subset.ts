/**
 * Writes the site's two font files with the characters of its languages and the weights of its design, and the cards' fonts.
 * Run it after updating the font packages, and after a change of `characters.ts`: `npx node platform/bundling/src/publicFiles/fonts/subset.ts`.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import subsetFont from 'subset-font';
import { latin1Letters, siteCharacters } from './characters.ts';

const require = createRequire(import.meta.url);

/** Kerning, ligatures, composed accents and tabular figures. */
const features = ['kern', 'liga', 'ccmp', 'locl', 'mark', 'tnum'];

const fonts = [
  {
    source: require.resolve(
      '@fontsource-variable/bricolage-grotesque/files/bricolage-grotesque-latin-opsz-normal.woff2',
    ),
    target: 'bricolage-grotesque.woff2',
    characters: siteCharacters,
    // No text uses the display typeface below 19 px.
    axes: { wght: { min: 600, max: 700 }, opsz: { min: 19, max: 96 } },
  },
  {
    source: require.resolve('@fontsource-variable/figtree/files/figtree-latin-wght-normal.woff2'),
    target: 'figtree.woff2',
    characters: siteCharacters + latin1Letters,
    axes: { wght: { min: 400, max: 700 } },
  },
];

const shared = new URL('../../../../../shared/ui/fonts/', import.meta.url);

/** Files with fixed axes for the cards: resvg doesn't support variable fonts. */
const cardFonts = [
  { source: 'bricolage-grotesque.woff2', target: 'bricolage-grotesque.ttf', axes: { wght: 700, opsz: 96 } },
  { source: 'figtree.woff2', target: 'figtree.ttf', axes: { wght: 700 } },
];

for (const { source, target, characters, axes } of fonts) {
  const subset = await subsetFont(readFileSync(source), characters, {
    targetFormat: 'woff2',
    keepFeatures: features,
    noHinting: true,
    variationAxes: axes,
  });
  write(target, shared, subset);
}

for (const { source, target, axes } of cardFonts) {
  const characters = siteCharacters + latin1Letters;
  const fixed = await subsetFont(readFileSync(new URL(source, shared)), characters, {
    targetFormat: 'sfnt',
    variationAxes: axes,
  });
  write(target, new URL('../../cards/fonts/', import.meta.url), fixed);
}

function write(name: string, folder: URL, font: Buffer): void {
  writeFileSync(new URL(name, folder), font);
  console.log(`${name}: ${font.length} bytes`);
}
