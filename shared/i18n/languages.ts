/** The languages of the site, in the order in which visitors see them. */
export const languages = ['en', 'fr', 'es'] as const;

/** A language code, as in every address and in local storage. */
export type Language = (typeof languages)[number];

/** The language when none is detected. */
export const fallbackLanguage: Language = 'en';

/** Local storage key of the visitor's language. */
export const languageStorageKey = 'lang';

/** Each language's own name, for the language buttons. */
export const languageNames: Record<Language, string> = {
  en: 'English',
  fr: 'Français',
  es: 'Español',
};

/** Language and territory of each version, for Open Graph. */
export const locales: Record<Language, string> = {
  en: 'en_GB',
  fr: 'fr_FR',
  es: 'es_ES',
};

/** Whether a string, from an address or from storage, is one of the site's language codes. */
export function isLanguage(value: unknown): value is Language {
  return languages.some((language) => language === value);
}
