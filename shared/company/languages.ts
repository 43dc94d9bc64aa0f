import type { LanguageDescription } from '@site/shared/i18n/knownLanguages.ts';
import type texts from './locales/en.json';

/**
 * The languages of the site, in the order in which visitors see them. docs/languages.md says how to add one, and
 * `npm run check -- languages` what is still missing.
 */
export const languages = {
  en: { name: 'English', locale: 'en_GB', direction: 'ltr' },
  fr: { name: 'Français', locale: 'fr_FR', direction: 'ltr' },
  es: { name: 'Español', locale: 'es_ES', direction: 'ltr' },
} as const satisfies Readonly<Record<string, LanguageDescription>>;

/** The language when none is detected, and the fallback for texts and addresses that a release lacks in another language. */
export const fallback: keyof typeof languages = 'en';

/** The catalogue of that language, by sections. Its keys are the keys of all. */
export type Texts = typeof texts;
