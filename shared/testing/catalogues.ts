import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { inEachLanguage, type Language } from '../i18n/languages.ts';

/** The catalogues in a folder: one for each language of the site. */
export const cataloguesIn = <Texts>(folder: string): Readonly<Record<Language, Texts>> =>
  inEachLanguage((language) => JSON.parse(readFileSync(join(folder, `${language}.json`), 'utf8')));
