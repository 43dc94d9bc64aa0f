import type { Texts } from '@site/company/languages.ts';
import { limits as httpLimits } from '@site/node/limits.ts';
import { acceptedIn } from '@site/node/preferences.ts';
import { detectLanguage } from '@site/shared/i18n/detect.ts';
import type { Language } from '@site/shared/i18n/languages.ts';
import { siteTexts } from '@site/shared/i18n/siteTexts.ts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { isStorageFailure } from '../database/failures.ts';
import { OutcomeUnknownError } from '../database/knownOutcome.ts';
import { limits } from '../limits.ts';

/** What can go wrong with a call, other than a refused form. */
export type ProblemCode = keyof Texts['errors'];

/** What to tell the caller about each problem, in each language. */
export const problemMessages = siteTexts('errors');

/** Body of every failure other than a refused form. */
interface ProblemBody {
  readonly error: { readonly code: ProblemCode; readonly message: string };
}

/** Ends a call with a status and a message for the caller. */
export class Problem extends Error {
  override readonly name = 'Problem';
  readonly statusCode: number;
  readonly code: ProblemCode;
  /** The seconds after which the caller may try again. */
  readonly retryAfter: number | undefined;

  constructor(statusCode: number, code: ProblemCode, retryAfter?: number) {
    super(code);
    this.statusCode = statusCode;
    this.code = code;
    this.retryAfter = retryAfter;
  }
}

/** Answers a failed call in the caller's language. An unexpected error is logged, and not shown to the caller. */
export function sendProblem(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const { statusCode, code, retryAfter } = problemOf(error);
  if (code === 'internal') request.log.error({ err: error }, 'unexpected error');
  // The database's error may quote the message: log only its reason.
  if (isStorageFailure(error) || error instanceof OutcomeUnknownError)
    request.log.error({ reason: error.message }, 'the database can’t be read or written');
  const language = languageOf(request);
  const body: ProblemBody = { error: { code, message: problemMessages[language][code] } };
  if (retryAfter !== undefined) reply.header('retry-after', retryAfter);
  return reply
    .code(statusCode)
    .headers({ 'cache-control': 'no-store', 'content-language': language, vary: 'accept-language' })
    .removeHeader('etag')
    .type('application/json; charset=utf-8')
    .send(body);
}

/** The problems that Fastify and its plugins raise. */
const codesByStatus: Readonly<Record<number, ProblemCode>> = {
  404: 'not_found',
  413: 'too_large',
  415: 'unsupported_type',
  429: 'too_many_requests',
};

function problemOf(error: unknown): Problem {
  if (error instanceof Problem) return error;
  if (error instanceof OutcomeUnknownError) return new Problem(504, 'outcome_unknown', limits.storageRetry);
  if (isStorageFailure(error)) return new Problem(503, 'storage_unavailable', limits.storageRetry);
  const statusCode = error instanceof Error && 'statusCode' in error ? Number(error.statusCode) : 500;
  if (statusCode === 503) return new Problem(503, 'overloaded', httpLimits.overloadRetry);
  const isCallersFault = statusCode >= 400 && statusCode < 500;
  return isCallersFault
    ? new Problem(statusCode, codesByStatus[statusCode] ?? 'invalid_request')
    : new Problem(500, 'internal');
}

/** The caller's preferred language. */
export const languageOf = (request: FastifyRequest): Language =>
  detectLanguage(acceptedIn(request.headers['accept-language']));
