import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { answerOf } from './CachedPage.ts';
import { encodingOf } from './encodings.ts';
import type { PageCache } from './PageCache.ts';
import type { SiteState } from './SiteState.ts';

/** What pages are answered from. */
export interface PageMemory {
  readonly cache: PageCache;
  readonly state: SiteState;
}

/**
 * Puts a memory ahead of a server. Who asks for a page that is in it and up to date doesn't reach Fastify, whose routing
 * and hooks cost several times as much as the answer itself.
 */
export const memoryFirst =
  (memory: () => PageMemory, server: RequestListener): RequestListener =>
  (request, response) => {
    if (!answerFromMemory(request, response, memory())) server(request, response);
  };

/** Answers a request when its page is in memory and up to date; tells whether it did. */
function answerFromMemory(
  { method, url = '', headers }: IncomingMessage,
  response: ServerResponse,
  { cache, state }: PageMemory,
): boolean {
  if ((method !== 'GET' && method !== 'HEAD') || !cache.has(url)) return false;
  const known = state.known;
  const page = known === undefined ? undefined : cache.get(url, known);
  if (!page) return false;
  const encoding = encodingOf(headers['accept-encoding']);
  const { status, rawHeaders, body } = answerOf(page, encoding, headers['if-none-match']);
  response.writeHead(status, rawHeaders).end(method === 'HEAD' ? undefined : body);
  return true;
}
