import { limits as httpLimits } from '@site/http/limits.ts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { isStorageFailure } from '../database/storageFailure.ts';
import { languageOf } from '../http/language.ts';
import { limits } from '../limits.ts';
import { Problem } from './Problem.ts';
import { type ProblemCode, problemTexts } from './texts.ts';

/** Body of every failure other than a refused form. */
export interface ProblemBody {
  readonly error: { readonly code: ProblemCode; readonly message: string };
}

/** The failures that Fastify and its plugins raise themselves. */
const codes: Readonly<Record<number, ProblemCode>> = {
  404: 'not_found',
  413: 'too_large',
  415: 'unsupported_type',
  429: 'too_many_requests',
};

/** Answers a failed call in the caller's language. What is unexpected is logged, and never told. */
export function answerFailure(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const { statusCode, code, retryAfter } = problemOf(error);
  if (code === 'internal') request.log.error({ err: error }, 'a call failed unexpectedly');
  // The database's own error may quote what was to be stored: only its reason is logged.
  if (isStorageFailure(error)) request.log.error({ reason: error.message }, 'the database can’t be read or written');
  const language = languageOf(request);
  const body: ProblemBody = { error: { code, message: problemTexts[language][code] } };
  if (retryAfter !== undefined) reply.header('retry-after', retryAfter);
  return reply
    .code(statusCode)
    .headers({ 'cache-control': 'no-store', 'content-language': language, vary: 'accept-language' })
    .removeHeader('etag')
    .type('application/json; charset=utf-8')
    .send(body);
}

function problemOf(error: unknown): Pick<Problem, 'statusCode' | 'code' | 'retryAfter'> {
  if (error instanceof Problem) return error;
  if (isStorageFailure(error)) return new Problem(503, 'storage_unavailable', limits.storageRetry);
  const statusCode = error instanceof Error && 'statusCode' in error ? Number(error.statusCode) : 500;
  if (statusCode === 503) return new Problem(503, 'overloaded', httpLimits.overloadRetry);
  const isCallersFault = statusCode >= 400 && statusCode < 500;
  return isCallersFault
    ? new Problem(statusCode, codes[statusCode] ?? 'invalid_request')
    : new Problem(500, 'internal');
}
