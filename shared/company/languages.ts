import type texts from './locales/en.json';

/**
 * The languages of the site, in the order in which visitors see them: each one's own name, for the language buttons, and its
 * locale, for Open Graph and dates. docs/languages.md says how to add one, and `npm run check -- languages` what is still
 * missing.
 */
export const languages = {
  en: { name: 'English', locale: 'en_GB' },
  fr: { name: 'Français', locale: 'fr_FR' },
  es: { name: 'Español', locale: 'es_ES' },
} as const;

/** The language when none is detected, and the fallback for texts and addresses that a release lacks in another language. */
export const fallback: keyof typeof languages = 'en';

/** The catalogue of that language, by sections. Its keys are the keys of all. */
export type Texts = typeof texts;
