/**
 * Writes the site's two font files with the characters of its three languages and the weights of its design.
 * Run it after updating the font packages: `npx node kit/src/build/fonts/subset.ts`.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import subsetFont from 'subset-font';

const require = createRequire(import.meta.url);

const range = (from: number, to: number) =>
  String.fromCodePoint(...Array.from({ length: to - from + 1 }, (_, index) => from + index));

const ascii = range(0x20, 0x7e);
const punctuation = '¡¿«»‘’“”–—…·•→€°©ªº\u00a0\u202f';
const frenchAndSpanish = 'ÀÂÆÇÈÉÊËÎÏÔÙÛÜŒŸàâæçèéêëîïôùûüÿœÁÍÓÚÑáíóúñ';
/** For names and titles from western Europe. */
const latin1Letters = range(0xc0, 0xff).replace(/[×÷]/g, '');

/** Kerning, ligatures, composed accents and tabular figures. */
const features = ['kern', 'liga', 'ccmp', 'locl', 'mark', 'tnum'];

const fonts = [
  {
    source: require.resolve(
      '@fontsource-variable/bricolage-grotesque/files/bricolage-grotesque-latin-opsz-normal.woff2',
    ),
    target: 'bricolage-grotesque.woff2',
    characters: ascii + punctuation + frenchAndSpanish,
    // No text uses the display typeface below 19 px.
    axes: { wght: { min: 600, max: 700 }, opsz: { min: 19, max: 96 } },
  },
  {
    source: require.resolve('@fontsource-variable/figtree/files/figtree-latin-wght-normal.woff2'),
    target: 'figtree.woff2',
    characters: ascii + punctuation + frenchAndSpanish + latin1Letters,
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
  writeFileSync(new URL(`../../../../shared/ui/fonts/${target}`, import.meta.url), subset);
  console.log(`${target}: ${subset.length} bytes`);
}
