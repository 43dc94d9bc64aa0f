import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { inEachLanguage, type Language } from './languages.ts';

/**
 * Reads the catalogues of a folder, one file for each language. For servers and tools: browser code imports its catalogues
 * by name. `npm run check -- catalogues` makes sure that all languages have the same keys.
 */
export const readCatalogues = <Texts>(folder: string): Readonly<Record<Language, Texts>> =>
  inEachLanguage((language) => JSON.parse(readFileSync(join(folder, `${language}.json`), 'utf8')));
