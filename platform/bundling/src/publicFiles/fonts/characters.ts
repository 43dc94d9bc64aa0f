import type { Language } from '@site/shared/i18n/languages.ts';

const range = (from: number, to: number) =>
  String.fromCodePoint(...Array.from({ length: to - from + 1 }, (_, index) => from + index));

const ascii = range(0x20, 0x7e);
const punctuation = '¡¿«»‘’“”–—…·•→€°©ªº\u00a0\u202f';

/** What the texts of each language need besides ASCII and common punctuation. */
const letters: Readonly<Record<Language, string>> = {
  en: '',
  fr: 'ÀÂÆÇÈÉÊËÎÏÔÙÛÜŒŸàâæçèéêëîïôùûüÿœ',
  es: 'ÁÉÍÓÚÜÑáéíóúüñ',
};

/** The characters of the texts of all languages: both fonts have them. */
export const siteCharacters = [ascii, punctuation, ...Object.values(letters)].join('');

/** For names and titles from western Europe. */
export const latin1Letters = range(0xc0, 0xff).replace(/[×÷]/g, '');
