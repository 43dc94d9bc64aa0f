import type { IncomingMessage } from 'node:http';
import type { ReleaseSet } from '@site/releases/Release.ts';
import { failingRemoteAt } from '@site/renderer/views/failingRemoteAt.ts';
import type { PageRequest } from '@site/renderer/views/renderView.ts';
import type { Language } from '@site/shared/i18n/languages.ts';
import { homePath, matchPath, type PageUrl, readPageUrl } from '@site/shared/routes/path.ts';
import type { RouteTable } from '@site/shared/routes/table.ts';
import { mayAskForPreview } from './previewMode.ts';
import { isPlainPage, pagesNear, presentPathIn, suggestionAt } from './unknownAddresses.ts';
import { languageOf } from './urls.ts';

/** Where a page is cached. */
export interface CachePlace {
  readonly key: string;
  /** The state of the site. */
  readonly now: string;
  /** The address of the page; undefined where there is none. */
  readonly url: string | undefined;
}

/**
 * Where a page is cached. While a remote's release can't be read, its pages aren't known: every address that may be one of them
 * has a key of its own, so that its last good version is found.
 */
export function placeOf(asked: PageRequest, now: string, live: ReleaseSet, table: RouteTable): CachePlace {
  const { url, path, match } = asked.address;
  const known = match || failingRemoteAt(path, live) ? url : undefined;
  // The remotes whose version under rollout its visitors get.
  const rollouts = asked.candidates.map((name) => ` ~${name}`).join('');
  return { key: (known ?? missingKey(path, asked.language, table)) + rollouts, now, url: known };
}

/**
 * Unknown addresses share one 404 page per language and suggested page, so a robot that tries any number of addresses costs one
 * rendering.
 */
const missingKey = (path: string, language: Language, table: RouteTable): string =>
  `404 ${language} ${suggestionAt(table, path, language) ?? ''}`;

/** The key of the page at an address; undefined for previews and for what visitors search, which are never cached. */
export function cacheKeyOf(address = '', table: RouteTable): string | undefined {
  const start = address.indexOf('?');
  // Most addresses have no query, and are their own key.
  if (start < 0) return address;
  if (mayAskForPreview(address)) return undefined;
  const path = address.slice(0, start);
  if (isPlainPage(table, path)) return path;
  const { url, isSearch } = readPageUrl(pagesNear(table, path), address);
  return isSearch ? undefined : url;
}

/**
 * The key of the 404 page at a path that leads to pages; undefined when there is a page, or one may be there again soon.
 */
export function missingKeyOf(path: string, acceptLanguage: string | undefined, live: ReleaseSet): string | undefined {
  const near = pagesNear(live.routes, path);
  // An address that ends with an extra slash is redirected.
  if (matchPath(near, path) || (path.endsWith('/') && matchPath(near, withoutSlash(path)))) return undefined;
  if (failingRemoteAt(path, live)) return undefined;
  if (presentPathIn(live.routes, withoutSlash(path)) !== undefined) return undefined;
  return missingKey(path, languageOf(path, acceptLanguage), live.routes);
}

/** A path without the slash at its end. */
export const withoutSlash = (path: string): string => (path.endsWith('/') ? path.slice(0, -1) : path);

const matched = new WeakMap<
  IncomingMessage,
  { readonly address: string; readonly table: RouteTable; readonly pageUrl: PageUrl }
>();

/** The page that a request asks for. Each request is matched against a route table once, unless its address is rewritten. */
export function pageUrlOf(request: IncomingMessage, table: RouteTable): PageUrl {
  const { url: address = '' } = request;
  const known = matched.get(request);
  if (known?.address === address && known.table === table) return known.pageUrl;
  const [path = ''] = address.split('?', 1);
  const pageUrl = readPageUrl(pagesNear(table, path), address);
  matched.set(request, { address, table, pageUrl });
  return pageUrl;
}

/** The path of a page for the log, with parameter names in place of what the visitor typed; `/*` where there is no page. */
export function pathTemplate(request: IncomingMessage, table: RouteTable): string {
  const { match } = pageUrlOf(request, table);
  if (!match) return '/*';
  const path = match.route.paths[match.language];
  return path === '' ? homePath(match.language) : `${homePath(match.language)}/${path}`;
}
