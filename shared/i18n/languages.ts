import { fallback, languages as table } from '@site/company/languages.ts';

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
export const languageNames = /* @__PURE__ */ inEachLanguage((language) => table[language].name);

/** Language and territory of each version, for Open Graph. */
export const locales = /* @__PURE__ */ inEachLanguage((language) => table[language].locale);

/** Whether a string, from an address or from storage, is one of the site's language codes. */
export function isLanguage(value: unknown): value is Language {
  return languages.includes(value as Language);
}
