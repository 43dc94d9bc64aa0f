import { createHash } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { compressed, encodingOf } from '../pages/encodings.ts';
import { sharedCaching } from '../pages/sharedCaching.ts';

/** A file that is written when it is asked for. */
export interface WrittenText {
  readonly type: string;
  readonly text: string;
}

/** Answers with a text, compressed as the caller likes it, or with 304 when the caller has it. */
export function sendText({ headers }: FastifyRequest, reply: FastifyReply, { type, text }: WrittenText): FastifyReply {
  const encoding = encodingOf(headers['accept-encoding']);
  const hash = createHash('sha256').update(text).digest('base64url').slice(0, 22);
  const etag = `"${hash}-${encoding}"`;
  reply.headers({
    etag,
    vary: 'accept-encoding',
    'cache-control': sharedCaching,
  });
  if (headers['if-none-match']?.includes(etag)) return reply.code(304).send();
  reply.type(`${type}; charset=utf-8`);
  if (encoding !== 'identity') reply.header('content-encoding', encoding);
  return reply.send(compressed(Buffer.from(text), encoding));
}
