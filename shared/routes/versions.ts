import { fallbackLanguage, type Language, languages } from '../i18n/languages.ts';
import { pathOf } from './path.ts';
import type { PageName } from './table.ts';

/** One of the versions of a page, as search engines are told of it. */
export interface PageVersion {
  /** Whom it is for; `x-default` is everybody whose language the site doesn't speak. */
  readonly hreflang: Language | 'x-default';
  readonly path: string;
}

/**
 * Every version of a page without parameters, itself included. Strangers get the page that asks for the language in
 * the place of the home page, and the fallback language's version of any other.
 */
export const versionsOf = (page: PageName): readonly PageVersion[] => [
  ...languages.map((language) => ({ hreflang: language, path: pathOf(page, language) })),
  { hreflang: 'x-default', path: page === 'home' ? '/' : pathOf(page, fallbackLanguage) },
];
