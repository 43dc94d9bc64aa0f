import { createHash } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';

/** Sends JSON that caches may keep but must ask about: an unchanged answer costs a 304. */
export async function sendCacheable(request: FastifyRequest, reply: FastifyReply, body: object): Promise<FastifyReply> {
  const payload = JSON.stringify(body);
  const etag = `"${createHash('sha256').update(payload).digest('base64url')}"`;
  reply.headers({ 'cache-control': 'no-cache', etag });
  if (isKnown(etag, request.headers['if-none-match'])) return await reply.code(304).send();
  return await reply.type('application/json; charset=utf-8').send(payload);
}

function isKnown(etag: string, known: string | undefined): boolean {
  // A compressing proxy weakens the tag that it hands on.
  return known?.split(',').some((tag) => tag.trim() === '*' || tag.trim().replace(/^W\//, '') === etag) ?? false;
}
