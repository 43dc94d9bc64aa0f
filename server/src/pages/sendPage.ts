import type { FastifyReply, FastifyRequest } from 'fastify';
import { answerOf, type CachedPage } from './CachedPage.ts';
import { encodingOf } from './encodings.ts';

/** Answers with a page, compressed as the visitor's browser likes it, or with 304 when the browser has it. */
export function sendPage({ headers: asked }: FastifyRequest, reply: FastifyReply, page: CachedPage): FastifyReply {
  const encoding = encodingOf(asked['accept-encoding']);
  const { status, headers, body } = answerOf(page, encoding, asked['if-none-match']);
  return reply.code(status).headers(headers).send(body);
}
