import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { newRequestId, requestIdName } from '@site/http/logging.ts';
import { type PageUrl, readPageUrl } from '@site/shared/routes/path.ts';
import type { RouteTable } from '@site/shared/routes/table.ts';
import type { SiteMetrics } from '../operations/SiteMetrics.ts';
import { type CachedPage, responseOf } from './CachedPage.ts';
import { encodingOf } from './encodings.ts';
import { isStale, type LastGoodPages } from './LastGoodPages.ts';
import type { PageCache, SiteState } from './PageCache.ts';
import { mayAskForPreview } from './previewMode.ts';

/** What cached pages are served from. */
export interface PageMemory {
  readonly cache: PageCache;
  readonly state: SiteState;
  /** The site's pages now. */
  readonly routes: () => RouteTable;
  /** Counts a page that was served from the cache. */
  readonly served: SiteMetrics['servedFromCache'];
  /** The last good pages, and how many of them were served. */
  readonly lastGood: LastGoodPages;
  readonly stale: SiteMetrics['stalePages'];
  /** Whether `X-Forwarded-Proto` changes the headers: when no origin is configured. */
  readonly readsForwardedProto: boolean;
}

/**
 * Serves cached pages that are up to date before Fastify, whose routing and hooks cost several times as much as the
 * response itself.
 */
export const cacheMiddleware =
  (memory: () => PageMemory, next: RequestListener): RequestListener =>
  (request, response) => {
    const askedAt = performance.now();
    const { cache, state, routes, served, stale, readsForwardedProto } = memory();
    const { method, headers } = request;
    const isPlainGet = (method === 'GET' || method === 'HEAD') && headers.host !== undefined;
    if (!isPlainGet || (readsForwardedProto && headers['x-forwarded-proto'])) return next(request, response);
    // Whose address it is takes the framework to tell: proxies stand in between.
    if (state.differsByVisitor) return next(request, response);
    const key = cacheKeyOf(request, routes);
    const entry = key === undefined ? undefined : cache.find(key);
    if (!entry) return next(request, response);
    const serve = (now: string) => {
      if (entry.state !== now) return next(request, response);
      if (entry.good) entry.good.goodAt = Date.now();
      else if (isStale(entry.page)) stale.inc();
      served(writePage(request, response, entry.page), performance.now() - askedAt);
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
  const pageUrl = readPageUrl(table, address);
  matched.set(request, { address, table, pageUrl });
  return pageUrl;
}

/** Writes a page and returns the status. */
function writePage({ method, headers }: IncomingMessage, response: ServerResponse, page: CachedPage): number {
  const encoding = encodingOf(headers['accept-encoding']);
  const { status, rawHeaders, body } = responseOf(page, encoding, headers['if-none-match']);
  response.writeHead(status, [...rawHeaders, requestIdName, newRequestId()]).end(method === 'HEAD' ? undefined : body);
  return status;
}
