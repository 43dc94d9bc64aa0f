import { letters } from '@site/shared/i18n/knownLanguages.ts';
import { languages } from '@site/shared/i18n/languages.ts';

const range = (from: number, to: number) =>
  String.fromCodePoint(...Array.from({ length: to - from + 1 }, (_, index) => from + index));

const ascii = range(0x20, 0x7e);
const punctuation = '¡¿«»‘’“”–—…·•→€°©ªº\u00a0\u202f';

/** The characters of the texts of all languages: both fonts have them. */
export const siteCharacters = [ascii, punctuation, ...languages.map((language) => letters[language] ?? '')].join('');

/** For names and titles from western Europe. */
export const latin1Letters = range(0xc0, 0xff).replace(/[×÷]/g, '');
