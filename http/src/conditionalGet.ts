import { createHash } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';

/** The strong ETag of a body (RFC 9110, 8.8.3). */
export function etagOf(body: string | Buffer): string {
  return `"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"`;
}

/**
 * Whether a client that sends `If-None-Match` has one of these versions already.
 *
 * @param etags the tag of what would be sent, and those of other forms of the same content
 */
export function isNotModified(ifNoneMatch: string | undefined, ...etags: readonly string[]): boolean {
  if (!ifNoneMatch) return false;
  // A compressing proxy weakens the tag that it hands on.
  const known = ifNoneMatch.split(',').map((tag) => tag.trim().replace(/^W\//, ''));
  return known.some((tag) => tag === '*' || etags.includes(tag));
}

/** Sends JSON that caches may keep but must ask about: an unchanged answer costs a 304. */
export async function sendJson(request: FastifyRequest, reply: FastifyReply, body: object): Promise<FastifyReply> {
  const payload = JSON.stringify(body);
  const etag = etagOf(payload);
  reply.headers({ 'cache-control': 'no-cache', etag });
  if (isNotModified(request.headers['if-none-match'], etag)) return await reply.code(304).send();
  return await reply.type('application/json; charset=utf-8').send(payload);
}
