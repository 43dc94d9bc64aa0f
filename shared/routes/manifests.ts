import type { Language } from '../i18n/languages.ts';

/** The address of the web manifest of a language version. */
export const manifestPath = (language: Language): string => `/${language}/manifest.webmanifest`;
