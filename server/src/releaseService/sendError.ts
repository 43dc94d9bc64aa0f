import { OperatorError } from '@site/shared/contract/OperatorError.ts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';

/** What the sender can mend has a status of its own; all else is 422: understood, and refused. */
const statuses: Readonly<Record<string, number>> = {
  'RELEASE-REQUEST': 401,
  'RELEASE-KEY': 403,
  'RELEASE-UNKNOWN': 404,
  'RELEASE-NAME': 404,
  'RELEASE-BUSY': 409,
  'RELEASE-TOO-MUCH': 413,
  'RELEASE-STORE': 500,
};

/** Answers a refused request with its code and what to do: the command at the other end prints it. */
export function sendError(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  reply.header('cache-control', 'no-store');
  if (error instanceof OperatorError)
    return reply.code(statuses[error.code] ?? 422).send({ code: error.code, message: error.message });
  if (error instanceof z.ZodError)
    return reply.code(400).send({
      code: 'RELEASE-REQUEST',
      message: `RELEASE-REQUEST The request is not one of this service: ${z.prettifyError(error)}`,
    });
  const { statusCode = 500 } = error as { readonly statusCode?: number };
  if (statusCode < 500)
    return reply
      .code(statusCode)
      .send({ code: 'RELEASE-REQUEST', message: `RELEASE-REQUEST ${(error as Error).message}.` });
  request.log.error({ err: error }, 'unexpected error');
  return reply
    .code(500)
    .send({ code: 'RELEASE-STORE', message: 'RELEASE-STORE The release service has failed: its log says why.' });
}
