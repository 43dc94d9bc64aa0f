/**
 * What is known about languages, whichever a site has: the one list outside of a company's data that names any. A language without
 * an entry follows no rule of its own. Bundles contain only the tables that they use.
 */

/** The language of the platform's own programs, and of optional rooms that aren't translated into a site's. */
export const platformLanguage = 'en';

/** A language of a site. */
export interface LanguageDescription {
  /** Its own name, for the language buttons. */
  readonly name: string;
  /** Language and territory, `en_GB`, for Open Graph, dates and sorting. */
  readonly locale: string;
  /** Where its lines run to: `rtl` for Arabic, Hebrew and Persian. */
  readonly direction: 'ltr' | 'rtl';
}

/** What is known by the code of each language. */
type Known<Thing> = Readonly<Partial<Record<string, Thing>>>;

/** How a language writes numbers, where Intl doesn't follow its typographers. */
export interface NumberRule {
  /** `min2`: no mark in numbers of four digits. */
  readonly useGrouping: 'always' | 'min2';
  /** The mark between thousands. */
  readonly group?: string;
}

/** The Royal Spanish Academy groups by spaces, and only from five digits. */
export const numberRules: Known<NumberRule> = { es: { useGrouping: 'min2', group: '\u00a0' } };

/** The first of a month in a date, where Intl writes `1`. */
export const firstOfMonth: Known<string> = { fr: '1er', it: '1º' };

/** How a language writes figures in texts, where it isn't `10.000,5` or `10 000,5`. */
export const pointsAreDecimal: Known<true> = {
  en: true,
  ga: true,
  he: true,
  ja: true,
  ko: true,
  mt: true,
  th: true,
  zh: true,
};

/** The letters and marks of a language's texts besides ASCII and common punctuation, for the fonts. */
export const letters: Known<string> = {
  ar: '',
  ca: 'ÀÇÈÉÍÏÒÓÚÜàçèéíïòóúü',
  da: 'ÅÆÉØåæéø',
  de: 'ÄÖÜẞäöüß„‚',
  en: '',
  es: 'ÁÉÍÓÚÜÑáéíóúüñ',
  fa: '',
  fr: 'ÀÂÆÇÈÉÊËÎÏÔÙÛÜŒŸàâæçèéêëîïôùûüÿœ',
  he: '',
  it: 'ÀÈÉÌÒÙàèéìòù',
  nb: 'ÅÆÉØåæéø',
  nl: 'ÁÄÉËÍÏÓÖÚÜáäéëíïóöúü',
  pt: 'ÀÁÂÃÇÉÊÍÓÔÕÚÜàáâãçéêíóôõúü',
  sv: 'ÄÅÉÖäåéö',
};

/** A rule of typography that a text breaks when the pattern matches. */
export interface TypographyRule {
  readonly breach: RegExp;
  readonly demand: string;
}

export const noSpaceBeforeMarks: TypographyRule = {
  breach: /\s[?!:;,.](?:\s|$)/,
  demand: 'no space before punctuation',
};

/** Languages with their own rules; all others have no space before punctuation. */
export const typography: Known<readonly TypographyRule[]> = {
  de: [noSpaceBeforeMarks, { breach: /”/, demand: 'quotation marks „ “' }],
  // \u202F is a narrow no-break space, \u00A0 a no-break space.
  fr: [
    { breach: /[^\u202F?!][?!]/, demand: 'a narrow no-break space before ? and !' },
    { breach: /[^\u202F];(?:\s|$)/, demand: 'a narrow no-break space before ;' },
    { breach: /[^\u00A0]:(?:\s|$)/, demand: 'a no-break space before :' },
    { breach: /\d[^\d\u202F]\d{3}(?!\d)/, demand: 'a narrow no-break space between thousands' },
    { breach: /[^\u00A0][%€»]/, demand: 'a no-break space before %, € and »' },
    { breach: /«[^\u00A0]/, demand: 'a no-break space after «' },
    { breach: /[“”]/, demand: 'quotation marks « »' },
  ],
};

/** Marks that a sentence also begins with, by those that it ends with. */
export const openingMarks: Known<Readonly<Record<string, string>>> = { es: { '?': '¿', '!': '¡' } };
