import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { requestIdName } from '@site/http/requestId.ts';
import { homePath, type PageUrl, readPageUrl } from '@site/shared/routes/path.ts';
import type { RouteTable } from '@site/shared/routes/table.ts';
import type { PageDictionaries } from '../dictionaries/PageDictionaries.ts';
import type { SiteMetrics } from '../operations/SiteMetrics.ts';
import { type PageResponse, responseOf } from './CachedPage.ts';
import { encodingOf } from './encodings.ts';
import { isStale, type LastGoodPages } from './LastGoodPages.ts';
import type { PageCache, SiteState } from './PageCache.ts';
import { mayAskForPreview } from './previewMode.ts';
import { pagesNear } from './unknownAddresses.ts';

/** What cached pages are served from. */
export interface PageMemory {
  readonly cache: PageCache;
  readonly state: SiteState;
  /** The site's pages now. */
  readonly routes: () => RouteTable;
  /** The id of a request. */
  readonly requestId: (request: IncomingMessage) => string;
  /** Counts and logs a page that was served from the cache. */
  readonly served: (request: IncomingMessage, id: string, status: number, milliseconds: number) => void;
  /** The last good pages, and how many of them were served. */
  readonly lastGood: LastGoodPages;
  readonly stale: SiteMetrics['stalePages'];
  /** Undefined when browsers may use no page as a dictionary. */
  readonly dictionaries: PageDictionaries | undefined;
  /** Whether `X-Forwarded-Proto` changes the headers: when no origin is configured. */
  readonly readsForwardedProto: boolean;
}

/**
 * Serves cached pages that are up to date before Fastify, whose routing and hooks cost several times as much as the
 * response itself.
 */
export const cacheMiddleware =
  (
    { cache, state, routes, served, stale, dictionaries, requestId, readsForwardedProto }: PageMemory,
    next: RequestListener,
  ): RequestListener =>
  (request, response) => {
    const askedAt = performance.now();
    const { method, headers } = request;
    const isPlainGet = (method === 'GET' || method === 'HEAD') && headers.host !== undefined;
    if (!isPlainGet || (readsForwardedProto && headers['x-forwarded-proto'])) return next(request, response);
    // Only Fastify (`trustProxy`) knows the visitor's IP address.
    if (state.differsByVisitor) return next(request, response);
    const key = cacheKeyOf(request, routes);
    const entry = key === undefined ? undefined : cache.find(key);
    if (!entry) return next(request, response);
    const serve = (now: string) => {
      if (entry.state !== now) return next(request, response);
      if (entry.good) entry.good.goodAt = Date.now();
      else if (isStale(entry.page)) stale.inc();
      const id = requestId(request);
      const write = (page: PageResponse) =>
        served(request, id, writePage(request, response, page, id), performance.now() - askedAt);
      const page = responseOf(entry.page, encodingOf(headers['accept-encoding']), headers['if-none-match']);
      if (dictionaries === undefined || headers['available-dictionary'] === undefined || !page.body) return write(page);
      dictionaries.answer(entry.page, headers).then(
        (differences) => write(differences ?? unshared(page)),
        () => next(request, response),
      );
    };
    const { known } = state;
    if (known !== undefined) serve(known);
    else state.check().then(serve, () => next(request, response));
  };

/** The key of the page at an address; undefined for previews, which are never cached. */
function cacheKeyOf(request: IncomingMessage, routes: () => RouteTable): string | undefined {
  const { url = '' } = request;
  // Most addresses have no query, and are their own key.
  if (!url.includes('?')) return url;
  return mayAskForPreview(url) ? undefined : pageUrlOf(request, routes()).url;
}

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

/** Writes a page and returns the status. */
function writePage(
  { method }: IncomingMessage,
  response: ServerResponse,
  { status, rawHeaders, body }: PageResponse,
  id: string,
): number {
  response.writeHead(status, [...rawHeaders, requestIdName, id]).end(method === 'HEAD' ? undefined : body);
  return status;
}

/** Proxies needn't keep what was sent for a dictionary that nobody else has. */
const unshared = (page: PageResponse): PageResponse => ({
  ...page,
  rawHeaders: [...page.rawHeaders, 'x-accel-expires', '0'],
});
