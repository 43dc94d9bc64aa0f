import { isLanguage, type Language } from '../i18n/languages.ts';
import { currentTable } from './currentTable.ts';
import { searchText } from './searchText.ts';
import {
  isIn,
  type PageName,
  type PageRoute,
  type ParamsOf,
  type PlainPageName,
  type RouteTable,
  routeOf,
} from './table.ts';

/** Values of the parameters in a path, such as `{ slug: 'hello' }`. */
export type PathParams = Readonly<Record<string, string>>;

/** The path of the home page in a language, below which all others are. */
export const homePath = (language: Language): string => `/${language}`;

/**
 * The path of a page in a language, such as `/fr/prix`.
 *
 * @throws {Error} when the page needs a parameter that isn't given: a bug in the calling code
 */
export function pathOfRoute({ paths }: Pick<PageRoute, 'paths'>, language: Language, params: PathParams = {}): string {
  const path = paths[language].replace(/:(\w+)/g, (_, name: string) => {
    const value = params[name];
    if (value === undefined) throw new Error(`The address "${paths[language]}" needs the parameter "${name}".`);
    return encodeURIComponent(value);
  });
  return path === '' ? homePath(language) : `${homePath(language)}/${path}`;
}

/** The path of a page of a table; undefined when it has no such page in the language. Errors as `pathOfRoute`. */
export function pathIn(
  table: RouteTable,
  page: string,
  language: Language,
  params: PathParams = {},
): string | undefined {
  const route = routeOf(table, page);
  return route && isIn(route, language) ? pathOfRoute(route, language, params) : undefined;
}

/**
 * The path of a page of the site. Pages of a removed remote, and pages that aren't in the language, lead to the home page.
 *
 * @throws {Error} as `pathOfRoute`
 */
export const pathOf = <Name extends PageName>(
  page: Name,
  language: Language,
  ...[params]: Name extends PlainPageName ? [] : [params: ParamsOf<Name>]
): string => pathIn(currentTable(), page, language, params) ?? homePath(language);

/** The page of a route table at a path. */
export interface PageMatch {
  readonly page: PageName;
  readonly route: PageRoute;
  readonly language: Language;
  readonly params: PathParams;
}

/** Finds the page at a path, one without parameters first; undefined when the table has none. */
export function matchPath(table: RouteTable, path: string): PageMatch | undefined {
  const [, language, ...segments] = path.split('/');
  if (!isLanguage(language)) return undefined;
  const matches = Object.entries(table.pages).flatMap(([page, route]) => {
    const params = matchSegments(route.paths[language], segments);
    return params ? [{ page: page as PageName, route, language, params }] : [];
  });
  return matches.find(({ route }) => !hasParams(route, language)) ?? matches[0];
}

/** Whether a page's path has parameters: it then has any number of addresses. */
export const hasParams = ({ paths }: Pick<PageRoute, 'paths'>, language: Language): boolean =>
  paths[language].includes(':');

/** An address reduced to what pages and caches distinguish. */
export interface PageUrl {
  /** The path, and the query parameters that the page reads, in the order of the route table. */
  readonly url: string;
  readonly path: string;
  /** Absent when the route table has no page at the path. */
  readonly match: PageMatch | undefined;
  /** Set when the address contains what a visitor typed: nothing may keep its page, under any key. */
  readonly isSearch?: true;
  /** Set when it has a value that the route table doesn't list: there is no end of such addresses. */
  readonly isFree?: true;
}

/**
 * Parses an address: path and query. Drops parameters that the page doesn't read, such as a newsletter's `utm_source`, and
 * values that it doesn't know; cleans what a visitor typed.
 */
export function readPageUrl(table: RouteTable, address: string): PageUrl {
  const start = address.indexOf('?');
  const path = start < 0 ? address : address.slice(0, start);
  const match = matchPath(table, path);
  const { query, freeQuery, search } = match?.route ?? {};
  if (start < 0 || !(query || freeQuery || search)) return { url: path, path, match };
  const asked = new URLSearchParams(address.slice(start));
  const read = Object.entries(query ?? {}).flatMap(([name, values]) => {
    const value = asked.get(name);
    return value !== null && values.includes(value) ? [[name, value]] : [];
  });
  const free = Object.entries(freeQuery ?? {}).flatMap(([name, { max }]) => {
    // A part of a value would be another one.
    const value = searchText(asked.get(name) ?? '', max + 1);
    return value === '' || [...value].length > max ? [] : [[name, value]];
  });
  const typed = Object.entries(search ?? {}).flatMap(([name, { max }]) => {
    const value = searchText(asked.get(name) ?? '', max);
    return value === '' ? [] : [[name, value]];
  });
  const kept = new URLSearchParams([...read, ...free, ...typed]).toString();
  return {
    url: kept ? `${path}?${kept}` : path,
    path,
    match,
    ...(typed.length > 0 && { isSearch: true }),
    ...(free.length > 0 && { isFree: true }),
  };
}

/** The values of the parameters in a pattern such as `blog/:slug`; undefined when the segments of a path don’t match it. */
export function matchSegments(pattern: string, segments: readonly string[]): PathParams | undefined {
  const wanted = pattern === '' ? [] : pattern.split('/');
  if (wanted.length !== segments.length) return undefined;
  const params: Record<string, string> = {};
  for (const [index, part] of wanted.entries()) {
    const segment = segments[index] ?? '';
    if (part.startsWith(':')) {
      const value = decodeSegment(segment);
      if (!value) return undefined;
      params[part.slice(1)] = value;
    } else if (part !== segment) return undefined;
  }
  return params;
}

function decodeSegment(segment: string): string | undefined {
  try {
    return decodeURIComponent(segment);
  } catch {
    return undefined;
  }
}
