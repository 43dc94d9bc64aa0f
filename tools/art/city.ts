/**
 * Draws the city of the home page, ten thousand windows of which one is dark, for wide and for narrow screens.
 *
 * `npx node tools/art/city.ts` writes `city-wide.svg` and `city-narrow.svg` of the marketing remote; with `--check` it
 * writes nothing and fails when they are out of date.
 */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { drawCity } from './city/drawCity.ts';
import { narrowCity, wideCity } from './city/plans.ts';

const drawings = { 'city-wide.svg': drawCity(wideCity), 'city-narrow.svg': drawCity(narrowCity) };

for (const [name, svg] of Object.entries(drawings)) {
  const file = new URL(`../../remotes/marketing/src/art/${name}`, import.meta.url);
  if (!process.argv.includes('--check')) {
    writeFileSync(file, svg);
  } else if (!existsSync(file) || readFileSync(file, 'utf8') !== svg) {
    console.error(`remotes/marketing/src/art/${name} is out of date: run \`npx node tools/art/city.ts\`.`);
    process.exitCode = 1;
  }
}
