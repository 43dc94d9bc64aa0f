import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { letters } from '@site/shared/i18n/knownLanguages.ts';
import { languages } from '@site/shared/i18n/languages.ts';
import { catalogueFolder, remotes, root, shell } from '../../project.ts';

const range = (from: number, to: number) =>
  String.fromCodePoint(...Array.from({ length: to - from + 1 }, (_, index) => from + index));

const ascii = range(0x20, 0x7e);
const punctuation = '¡¿«»‘’“”–—…·•→€°©ªº\u00a0\u202f';

/** All texts of the site in a language, as one. */
export function textsIn(language: string): string {
  const files = [shell, ...remotes].map((app) => join(root, catalogueFolder(app), `${language}.json`));
  return files.map((file) => (existsSync(file) ? readFileSync(file, 'utf8') : '')).join('');
}

/** Whether fonts of the Latin script draw a character. They don't draw those that only allow or forbid line breaks. */
export const isDrawn = (character: string): boolean =>
  /^[\p{scx=Latin}\p{scx=Common}]$/u.test(character) && !/[\p{Cc}\p{Default_Ignorable_Code_Point}]/u.test(character);

/** What is known about a language, or what its texts have now. */
const lettersOf = (language: string): string => letters[language] ?? [...textsIn(language)].filter(isDrawn).join('');

/** The characters of the texts of all languages: both fonts have them. */
export const siteCharacters = [...new Set([ascii, punctuation, ...languages.map(lettersOf)].join(''))].join('');

/** For names and titles from western Europe. */
export const latin1Letters = range(0xc0, 0xff).replace(/[×÷]/g, '');
