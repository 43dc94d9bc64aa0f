import type { Language } from '../i18n/languages.ts';

/** Media type of the feeds. */
export const feedType = 'application/atom+xml';

/** The address of the blog's Atom feed in a language. */
export const feedPath = (language: Language): string => `/${language}/atom.xml`;
