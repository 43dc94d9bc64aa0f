import type { Language } from '../i18n/languages.ts';

/** The address of the news of a language as an Atom feed. */
export const feedPath = (language: Language): string => `/${language}/atom.xml`;
