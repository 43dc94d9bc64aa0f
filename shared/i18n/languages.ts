import { fallback, languages as table } from '@site/company/languages.ts';
import type { LanguageDescription } from './knownLanguages.ts';

/** A language code, as in every address and in local storage. */
export type Language = keyof typeof table;

/** The codes, in the order of the table. The mark lets scripts that don't need them leave them out. */
export const languages = /* @__PURE__ */ Object.keys(table) as readonly Language[];

/** The language when none is detected, and the fallback for texts and addresses that a release lacks in another language. */
export const fallbackLanguage: Language = fallback;

/** Local storage key of the visitor's language. */
export const languageStorageKey = 'lang';

/** Creates a value for each language. */
export const inEachLanguage = <Thing>(thingIn: (language: Language) => Thing): Readonly<Record<Language, Thing>> =>
  Object.fromEntries(languages.map((language) => [language, thingIn(language)])) as Record<Language, Thing>;

/** Each language's own name, for the language buttons. */
export const languageNames = /* @__PURE__ */ inEachLanguage((language): string => table[language].name);

/** Language and territory of each version, for Open Graph. */
export const locales = /* @__PURE__ */ inEachLanguage((language): string => table[language].locale);

/** Where the lines of a language run to. */
export const directionOf = (language: Language): LanguageDescription['direction'] => table[language].direction;

/** The attributes of a document in a language. */
export const languageAttributes = (language: string): string =>
  `lang="${language}"${isLanguage(language) && directionOf(language) === 'rtl' ? ' dir="rtl"' : ''}`;

/** Whether a string, from an address or from storage, is one of the site's language codes. */
export function isLanguage(value: unknown): value is Language {
  return languages.includes(value as Language);
}
