import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { requestIdName } from '@site/node/requestId.ts';
import { explainHeader } from '@site/releases/explain/Explanation.ts';
import type { ReleaseSet } from '@site/releases/Release.ts';
import type { PageDictionaries } from '../dictionaries/PageDictionaries.ts';
import type { SiteMetrics } from '../operations/SiteMetrics.ts';
import { compressFor, type PageResponse, responseOf } from './CachedPage.ts';
import { cacheKeyOf, missingKeyOf } from './cacheKeys.ts';
import { encodingOf } from './encodings.ts';
import { isStale, type LastGoodPages } from './LastGoodPages.ts';
import type { CacheEntry, ContentState, PageCache } from './PageCache.ts';
import type { CdnHeaders } from './renderPage.ts';

/** What cached pages are served from. */
export interface PageMemory {
  readonly cache: PageCache;
  readonly state: ContentState;
  /** What is live. */
  readonly live: () => ReleaseSet;
  /** Whether a path certainly leads to the site's pages, whether or not there is one. */
  readonly isPagePath: (path: string) => boolean;
  /** The id of a request. */
  readonly requestId: (request: IncomingMessage) => string;
  /** Counts and logs a page that was served from the cache. */
  readonly served: (
    request: IncomingMessage,
    id: string,
    status: number,
    milliseconds: number,
    entry: Pick<CacheEntry, 'page' | 'remote'>,
  ) => void;
  /** The last good pages, and how many of them were served. */
  readonly lastGood: LastGoodPages;
  readonly stale: SiteMetrics['stalePages'];
  /** Undefined when browsers may use no page as a dictionary. */
  readonly dictionaries: PageDictionaries | undefined;
  /** The headers of the CDN that is told what changes, if there is one. */
  readonly cdn: CdnHeaders | undefined;
  /** Whether `X-Forwarded-Proto` changes the headers: when no origin is configured. */
  readonly readsForwardedProto: boolean;
}

/**
 * Serves cached pages that are up to date before Fastify, whose routing and hooks cost several times as much as the
 * response itself.
 */
export const cacheMiddleware = (memory: PageMemory, next: RequestListener): RequestListener => {
  const { state, served, stale, dictionaries, requestId } = memory;
  return (request, response) => {
    const askedAt = performance.now();
    const entry = find(request, memory);
    if (!entry) return next(request, response);
    const serve = (now: string) => {
      if (entry.state !== now) return next(request, response);
      if (entry.good) entry.good.goodAt = Date.now();
      else if (isStale(entry.page)) stale.inc();
      const id = requestId(request);
      const write = (page: PageResponse) =>
        served(request, id, writePage(request, response, page, id), performance.now() - askedAt, entry);
      const { headers } = request;
      const encoding = encodingOf(headers['accept-encoding']);
      const send = () => {
        const page = responseOf(entry.page, encoding, headers['if-none-match']);
        if (dictionaries === undefined || headers['available-dictionary'] === undefined || !page.body)
          return write(page);
        dictionaries.answer(entry.page, headers).then(
          (differences) => write(differences ?? unshared(page)),
          () => next(request, response),
        );
      };
      if (encoding === 'identity' || entry.page.encoded.has(encoding)) return send();
      compressFor(request, entry.page).then(send, () => next(request, response));
    };
    const { known } = state;
    if (known !== undefined) serve(known);
    else state.check().then(serve, () => next(request, response));
  };
};

/** The cached page for a request: the page at its address, or the 404 page that all other addresses share. */
function find(
  { method, url, headers }: IncomingMessage,
  { cache, live, isPagePath, readsForwardedProto }: PageMemory,
): ReturnType<PageCache['find']> {
  const isPlainGet = (method === 'GET' || method === 'HEAD') && headers.host !== undefined;
  if (!isPlainGet || (readsForwardedProto && headers['x-forwarded-proto'])) return undefined;
  // Only Fastify says why.
  if (headers[explainHeader] !== undefined) return undefined;
  const current = live();
  // Visitors get different pages, and only Fastify (`trustProxy`) knows their IP addresses.
  if (current.candidates.size > 0) return undefined;
  const key = cacheKeyOf(url, current.routes);
  if (key === undefined) return undefined;
  const found = cache.find(key);
  if (found || !isPagePath(key)) return found;
  const missing = missingKeyOf(key, headers['accept-language'], current);
  return missing === undefined ? undefined : cache.find(missing);
}

/** Writes a page and returns the status. */
function writePage(
  { method }: IncomingMessage,
  response: ServerResponse,
  { status, rawHeaders, body }: PageResponse,
  id: string,
): number {
  // Twice as fast as spreading.
  const written = rawHeaders.slice();
  written.push(requestIdName, id);
  response.writeHead(status, written).end(method === 'HEAD' ? undefined : body);
  return status;
}

/** Proxies needn't keep what was sent for a dictionary that nobody else has. */
const unshared = (page: PageResponse): PageResponse => ({
  ...page,
  rawHeaders: [...page.rawHeaders, 'x-accel-expires', '0'],
});
