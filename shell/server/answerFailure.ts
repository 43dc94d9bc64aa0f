import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';

/** Answers a request that the site could not handle. What went wrong on our side stays in the log. */
export function answerFailure(error: FastifyError, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const status = error.statusCode ?? 500;
  const isOurs = status >= 500;
  if (isOurs) request.log.error(error, 'SITE-FAILED The request could not be answered.');
  const text = isOurs
    ? 'SITE-FAILED Something went wrong on our side. Please try again in a moment.'
    : `SITE-REQUEST ${error.message}`;
  return reply.code(status).header('cache-control', 'no-store').type('text/plain; charset=utf-8').send(text);
}
