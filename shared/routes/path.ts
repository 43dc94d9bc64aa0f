import { isLanguage, type Language } from '../i18n/languages.ts';
import { type PageName, type PageRoute, pageNames, pages } from './table.ts';

/** Values of the parameters in a path, such as `{ slug: 'hello' }`. */
export type PathParams = Readonly<Record<string, string>>;

/**
 * The path of a page in a language, such as `/fr/prix`.
 *
 * @throws {Error} when the page needs a parameter that isn't given: a mistake in the calling code
 */
export function pathOf(page: PageName, language: Language, params: PathParams = {}): string {
  const route: PageRoute = pages[page];
  const path = route.paths[language].replace(/:(\w+)/g, (_, name: string) => {
    const value = params[name];
    if (value === undefined) throw new Error(`The address of page "${page}" needs the parameter "${name}".`);
    return encodeURIComponent(value);
  });
  return path === '' ? `/${language}` : `/${language}/${path}`;
}

/** The page of the route table at a path. */
export interface PageMatch {
  readonly page: PageName;
  readonly language: Language;
  readonly params: PathParams;
}

/** Finds the page at a path; undefined when the route table has none. */
export function matchPath(path: string): PageMatch | undefined {
  const [, language, ...segments] = path.split('/');
  if (!isLanguage(language)) return undefined;
  for (const page of pageNames) {
    const route: PageRoute = pages[page];
    const params = matchSegments(route.paths[language], segments);
    if (params) return { page, language, params };
  }
  return undefined;
}

/** An address reduced to what pages and caches distinguish. */
export interface PageUrl {
  /** The path, and the query parameters that the page reads, in the order of the route table. */
  readonly url: string;
  readonly path: string;
  /** Absent when the route table has no page at the path. */
  readonly match: PageMatch | undefined;
}

/**
 * Parses an address: path and query. Drops parameters that the page doesn't read, such as a newsletter's `utm_source`, and
 * values that it doesn't know.
 */
export function readPageUrl(address: string): PageUrl {
  const start = address.indexOf('?');
  const path = start < 0 ? address : address.slice(0, start);
  const match = matchPath(path);
  const route: PageRoute | undefined = match && pages[match.page];
  if (start < 0 || !route?.query) return { url: path, path, match };
  const asked = new URLSearchParams(address.slice(start));
  const read = Object.entries(route.query).flatMap(([name, values]) => {
    const value = asked.get(name);
    return value !== null && values.includes(value) ? [[name, value]] : [];
  });
  const query = new URLSearchParams(read).toString();
  return { url: query ? `${path}?${query}` : path, path, match };
}

function matchSegments(pattern: string, segments: readonly string[]): PathParams | undefined {
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
