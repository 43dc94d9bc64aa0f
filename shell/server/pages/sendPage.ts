import type { FastifyReply, FastifyRequest } from 'fastify';
import { encodingOf } from './encodings.ts';
import { bodyOf, type CachedPage } from './PageCache.ts';
import { sharedCaching } from './sharedCaching.ts';

/** Answers with a page, compressed as the visitor's browser likes it, or with 304 when the browser has it. */
export function sendPage(request: FastifyRequest, reply: FastifyReply, page: CachedPage): FastifyReply {
  const encoding = encodingOf(request.headers['accept-encoding']);
  const etag = encoding === 'identity' ? page.etag : `${page.etag.slice(0, -1)}-${encoding}"`;
  reply.headers({
    ...page.headers,
    etag,
    vary: 'accept-encoding, accept-language',
    'content-type': 'text/html; charset=utf-8',
  });
  if (!reply.hasHeader('cache-control'))
    reply.header('cache-control', page.status === 200 ? sharedCaching : 'no-cache');
  if (page.status === 200 && request.headers['if-none-match'] === etag) return reply.code(304).send();
  if (encoding !== 'identity') reply.header('content-encoding', encoding);
  return reply.code(page.status).send(bodyOf(page, encoding));
}
