/**
 * Writes the site's two font files with the characters of its languages and the weights of its design.
 * Run it after updating the font packages, and after a change of `characters.ts`: `npx node platform/tools/src/build/fonts/subset.ts`.
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

for (const { source, target, characters, axes } of fonts) {
  const subset = await subsetFont(readFileSync(source), characters, {
    targetFormat: 'woff2',
    keepFeatures: features,
    noHinting: true,
    variationAxes: axes,
  });
  writeFileSync(new URL(`../../../../../shared/ui/fonts/${target}`, import.meta.url), subset);
  console.log(`${target}: ${subset.length} bytes`);
}
