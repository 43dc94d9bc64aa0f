import type { FastifyReply, FastifyRequest } from 'fastify';
import { languageOf } from '../http/language.ts';
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
  const { statusCode, code } = problemOf(error);
  if (code === 'internal') request.log.error({ err: error }, 'a call failed unexpectedly');
  const language = languageOf(request);
  const body: ProblemBody = { error: { code, message: problemTexts[language][code] } };
  return reply
    .code(statusCode)
    .headers({ 'cache-control': 'no-store', 'content-language': language, vary: 'accept-language' })
    .removeHeader('etag')
    .type('application/json; charset=utf-8')
    .send(body);
}

function problemOf(error: unknown): { readonly statusCode: number; readonly code: ProblemCode } {
  if (error instanceof Problem) return error;
  const statusCode = error instanceof Error && 'statusCode' in error ? Number(error.statusCode) : 500;
  const isCallersFault = statusCode >= 400 && statusCode < 500;
  return isCallersFault
    ? { statusCode, code: codes[statusCode] ?? 'invalid_request' }
    : { statusCode: 500, code: 'internal' };
}
