import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';

const { resolve } = createRequire(import.meta.url);
const ofCompany = (path: string): string => resolve(`@site/company/${path}`);
const read = (file: string): string => readFileSync(file, 'utf8');

const fonts = read(ofCompany('fonts/fonts.css'));

/** The files of the site's fonts, which lie beside the page. A host without them shows the next best ones. */
export const fontFiles = [...fonts.matchAll(/url\(['"]?\.\/([\w.-]+)/g)].map(([, name = '']) => ({
  name,
  file: ofCompany(`fonts/${name}`),
}));

/** The styles of the page: the site's tokens and fonts, and its own. They are in the page, so that it is complete by itself. */
export const styles: string = [
  fonts,
  read(ofCompany('fonts/fallbackFonts.css')),
  read(ofCompany('tokens.css')),
  read(join(import.meta.dirname, 'status.css')),
]
  .join('\n')
  .replace(/\/\*.*?\*\//gs, '')
  .replace(/\s*\n\s*/g, '\n');
