import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { readPageUrl } from '@site/shared/routes/path.ts';
import type { SiteMetrics } from '../operations/SiteMetrics.ts';
import { answerOf, type CachedPage } from './CachedPage.ts';
import { encodingOf } from './encodings.ts';
import type { PageCache } from './PageCache.ts';
import { mayAskForMode } from './pageMode.ts';
import type { SiteState } from './SiteState.ts';

/** What pages are answered from. */
export interface PageMemory {
  readonly cache: PageCache;
  readonly state: SiteState;
  /** How many pages were answered so. */
  readonly answered: SiteMetrics['fromMemory'];
  /** Whether a proxy's word that the visitor came over https changes the headers: where no origin is set. */
  readonly heedsProxy: boolean;
}

/**
 * Puts a memory ahead of a server. Who asks for a page that is in it and up to date doesn't reach Fastify, whose routing
 * and hooks cost several times as much as the answer itself.
 */
export const memoryFirst =
  (memory: () => PageMemory, server: RequestListener): RequestListener =>
  (request, response) => {
    const { cache, state, answered, heedsProxy } = memory();
    const { method, url = '', headers } = request;
    const isPlain = (method === 'GET' || method === 'HEAD') && headers.host !== undefined;
    const isFor = isPlain && !(heedsProxy && headers['x-forwarded-proto']);
    if (!isFor) return server(request, response);
    const key = keyOf(url);
    if (key === undefined || !cache.has(key)) return server(request, response);
    const answer = (now: string) => {
      const page = cache.get(key, now);
      if (!page) return server(request, response);
      if (sendPage(request, response, page) === 304) answered.unchanged++;
      else answered.whole++;
    };
    const { known } = state;
    if (known !== undefined) answer(known);
    else state.look().then(answer, () => server(request, response));
  };

/** What the page at an address is kept under; nothing when it is for colleagues alone, and never kept. */
function keyOf(url: string): string | undefined {
  // Most addresses have no query, and are their own key.
  if (!url.includes('?')) return url;
  return mayAskForMode(url) ? undefined : readPageUrl(url).url;
}

/** Answers with a page; returns the status. */
function sendPage({ method, headers }: IncomingMessage, response: ServerResponse, page: CachedPage): number {
  const encoding = encodingOf(headers['accept-encoding']);
  const { status, rawHeaders, body } = answerOf(page, encoding, headers['if-none-match']);
  response.writeHead(status, rawHeaders).end(method === 'HEAD' ? undefined : body);
  return status;
}
