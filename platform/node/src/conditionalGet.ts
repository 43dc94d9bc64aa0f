import { hash } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';

/** The strong ETag of a body (RFC 9110, 8.8.3). */
export const etagOf = (body: string | Buffer): string => etagOfHash(hash('sha256', body, 'base64'));

/** As `etagOf`, of a body whose SHA-256 is known, in base64. */
export const etagOfHash = (sha256: string): string => `"${sha256.slice(0, 22)}"`;

/**
 * Whether the `If-None-Match` of a request matches, so that the response is a 304.
 *
 * @param etags the ETags of the content and of its other encodings
 */
export function isNotModified(ifNoneMatch: string | undefined, ...etags: readonly string[]): boolean {
  if (!ifNoneMatch) return false;
  // A proxy that compresses makes the ETags that it forwards weak.
  const known = ifNoneMatch.split(',').map((tag) => tag.trim().replace(/^W\//, ''));
  return known.some((tag) => tag === '*' || etags.includes(tag));
}

/** Sends JSON that caches must revalidate each time. While it is unchanged, the response is a 304. */
export async function sendJson(request: FastifyRequest, reply: FastifyReply, body: object): Promise<FastifyReply> {
  const payload = JSON.stringify(body);
  const etag = etagOf(payload);
  reply.headers({ 'cache-control': 'no-cache', etag });
  if (isNotModified(request.headers['if-none-match'], etag)) return await reply.code(304).send();
  return await reply.type('application/json; charset=utf-8').send(payload);
}
