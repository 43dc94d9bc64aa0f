/**
 * Writes the site's font files with the characters of its languages and the weights of its design, and the cards' fonts, as the
 * company's faces.ts says. Run it after updating the font packages, and after a change of languages: `npx site languages`.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { cardFaces, faces } from '@site/company/fonts/faces.ts';
import { companyFile } from '@site/shared/i18n/siteTexts.ts';
import subsetFont from 'subset-font';
import { latin1Letters, siteCharacters } from './characters.ts';

// For the check of languages.
writeFileSync(companyFile('fonts/characters.txt'), siteCharacters);

/** Kerning, ligatures, composed accents and tabular figures; and the shapes by which Arabic letters join. */
const features = ['kern', 'liga', 'ccmp', 'locl', 'mark', 'tnum', 'init', 'medi', 'fina', 'isol', 'rlig', 'curs'];

const list = new URL(import.meta.resolve('@site/company/fonts/faces.ts'));
const folder = new URL('.', list);
const installed = createRequire(list);

for (const { source, target, hasNames, axes } of faces) {
  const characters = hasNames ? siteCharacters + latin1Letters : siteCharacters;
  const subset = await subsetFont(readFileSync(installed.resolve(source)), characters, {
    targetFormat: 'woff2',
    keepFeatures: features,
    noHinting: true,
    variationAxes: axes,
  });
  write(target, subset);
}

for (const { source, target, axes } of cardFaces) {
  const fixed = await subsetFont(readFileSync(new URL(source, folder)), siteCharacters + latin1Letters, {
    targetFormat: 'sfnt',
    variationAxes: axes,
  });
  write(target, fixed);
}

function write(name: string, font: Buffer): void {
  writeFileSync(new URL(name, folder), font);
  console.log(`${name}: ${font.length} bytes`);
}
