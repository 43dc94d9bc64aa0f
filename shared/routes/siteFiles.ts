/** Addresses that belong to a page or a language: alternates, feeds, web manifests and route tables. */
import { fallbackLanguage, inEachLanguage, type Language, languages } from '../i18n/languages.ts';
import { homePath, pathOfRoute } from './path.ts';
import { isIn, type PageRoute } from './table.ts';

/** One language version of a page, for search engines. */
export interface PageVersion {
  /** `x-default` is for visitors whose language the site doesn't have. */
  readonly hreflang: Language | 'x-default';
  readonly path: string;
}

/** The paths of the home page. */
export const homeRoute: Pick<PageRoute, 'paths'> = { paths: inEachLanguage(() => '') };

/**
 * Every version of a page without parameters, itself included. The default of the home page is the page that asks for the
 * language; of any other page, the fallback language's version.
 */
export const versionsOf = (route: Pick<PageRoute, 'paths'>): readonly PageVersion[] => {
  const versions = languages
    .filter((language) => isIn(route, language))
    .map((language): PageVersion => ({ hreflang: language, path: pathOfRoute(route, language) }));
  const fallback = versions.find(({ hreflang }) => hreflang === fallbackLanguage) ?? versions[0];
  if (!fallback) return versions;
  return [...versions, { hreflang: 'x-default', path: route.paths[fallbackLanguage] === '' ? '/' : fallback.path }];
};

/** Media type of the feeds. */
export const feedType = 'application/atom+xml';

/** Path of the blog's Atom feed in a language. */
export const feedPath = (language: Language): string => `${homePath(language)}/${feedFile}`;

/**
 * Path of the feed of a page with parameters, in a language: below the part before the first parameter, where its list is.
 * Undefined when it has none.
 */
export const pageFeedPath = (route: Pick<PageRoute, 'paths' | 'feed'>, language: Language): string | undefined => {
  const [list, parameter] = route.paths[language].split('/:', 2);
  return route.feed && isIn(route, language) && parameter !== undefined
    ? `${homePath(language)}/${list}/${feedFile}`
    : undefined;
};

/** The last part of the path of every feed. */
export const feedFile = 'atom.xml';

/** Path of the web manifest in a language. */
export const manifestPath = (language: Language): string => `/${language}/manifest.webmanifest`;

/** Path of the route table in a language, for open tabs. */
export const routesPath = (language: Language): string => `/routes.${language}.json`;
