import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import { RefusedError } from './operations/RefusedError.ts';
import { retryAfter } from './pages/makePage.ts';

/** Answers a request that the site could not handle. What went wrong on our side stays in the log. */
export function answerFailure(error: FastifyError, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  if (error instanceof RefusedError) return answerRefusal(error, reply);
  const status = error.statusCode ?? 500;
  const isOurs = status >= 500;
  // Who turns away while a file is being read is no failure: nobody is there to be answered.
  const hasLeft = request.raw.socket.destroyed;
  if (isOurs && !hasLeft) request.log.error(error, 'SITE-FAILED The request could not be answered.');
  const text = isOurs
    ? 'SITE-FAILED Something went wrong on our side. Please try again in a moment.'
    : `SITE-REQUEST ${error.message}`;
  return reply.code(status).header('cache-control', 'no-store').type('text/plain; charset=utf-8').send(text);
}

/** Says when to come back. It isn't logged: the metrics count it, and a log for each would add to the load. */
const answerRefusal = ({ statusCode, message }: RefusedError, reply: FastifyReply): FastifyReply =>
  reply
    .code(statusCode)
    .headers({ 'cache-control': 'no-store', ...retryAfter })
    .type('text/plain; charset=utf-8')
    .send(message);
