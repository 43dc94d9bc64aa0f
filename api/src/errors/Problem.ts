import type { ProblemCode } from './texts.ts';

/** Ends a call with a status and a sentence for the caller. */
export class Problem extends Error {
  override readonly name = 'Problem';
  readonly statusCode: number;
  readonly code: ProblemCode;

  /** After how many seconds the caller may try again. */
  readonly retryAfter: number | undefined;

  constructor(statusCode: number, code: ProblemCode, retryAfter?: number) {
    super(code);
    this.retryAfter = retryAfter;
    this.statusCode = statusCode;
    this.code = code;
  }
}
