import { matchPath, pathOfRoute } from '@site/shared/routes/path.ts';
import type { RouteTable } from '@site/shared/routes/table.ts';
import { withoutSlash } from './cacheKeys.ts';
import { pagesNear } from './unknownAddresses.ts';

/**
 * The one spelling of a path that links and caches use; undefined where there is no page. `%70` is another `p`, `%c3` another
 * `%C3`, and a slash at the end is one too many.
 */
export function canonicalPath(table: RouteTable, path: string): string | undefined {
  const plain = withoutSlash(plainPath(path));
  const match = matchPath(pagesNear(table, plain), plain);
  if (!match) return undefined;
  const canonical = pathOfRoute(match.route, match.language, match.params);
  return isAskedAs(canonical, plain) ? canonical : undefined;
}

/**
 * A path without needless percent-encoding.
 *
 * @see https://www.rfc-editor.org/rfc/rfc3986#section-6.2.2.2
 */
export const plainPath = (path: string): string =>
  path.replace(/%[0-9a-f]{2}/gi, (code) => {
    const character = String.fromCharCode(Number.parseInt(code.slice(1), 16));
    return /[\w.~-]/.test(character) ? character : code.toUpperCase();
  });

/** Whether browsers ask for a path as it is: `..` leads elsewhere. A path with bytes that aren't encoded would become another. */
const isAskedAs = (canonical: string, path: string): boolean =>
  /^[!-~]*$/.test(path) && URL.parse(canonical, 'http://site')?.pathname === canonical;
