import { matchPath, type PageMatch } from './match.ts';
import { type PageRoute, pages } from './table.ts';

/** An address as pages and caches know it. */
export interface PageUrl {
  /** The path, and those parameters of the query that the page reads, in the order of the route table. */
  readonly url: string;
  readonly path: string;
  /** Absent when the address is not of the route table. */
  readonly match: PageMatch | undefined;
}

/**
 * Reads an address: path and query. A parameter that its page doesn't read, such as a newsletter's `utm_source`, is left
 * out, and so are values that the page doesn't know.
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
