/** Addresses that belong to a page or a language: alternates, feeds, web manifests and social cards. */
import { fallbackLanguage, type Language, languages } from '../i18n/languages.ts';
import { pathOf } from './path.ts';
import type { PageName } from './table.ts';

/** One language version of a page, for search engines. */
export interface PageVersion {
  /** `x-default` is for visitors whose language the site doesn't have. */
  readonly hreflang: Language | 'x-default';
  readonly path: string;
}

/**
 * Every version of a page without parameters, itself included. The default is the page that asks for the language in place
 * of the home page, and the fallback language's version of any other page.
 */
export const versionsOf = (page: PageName): readonly PageVersion[] => [
  ...languages.map((language) => ({ hreflang: language, path: pathOf(page, language) })),
  { hreflang: 'x-default', path: page === 'home' ? '/' : pathOf(page, fallbackLanguage) },
];

/** Media type of the feeds. */
export const feedType = 'application/atom+xml';

/** Path of the blog's Atom feed in a language. */
export const feedPath = (language: Language): string => `/${language}/atom.xml`;

/** Path of the web manifest in a language. */
export const manifestPath = (language: Language): string => `/${language}/manifest.webmanifest`;

/** Size of every social card, in pixels. */
export const cardSize = { width: 1200, height: 630 } as const;

/** Path of the picture shown where a page is shared. Articles have the blog's. */
export const cardPath = (page: PageName, language: Language): string =>
  `/cards/${language}/${page === 'article' ? 'blog' : page}.png`;
