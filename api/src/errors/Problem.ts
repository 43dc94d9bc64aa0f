import type { ProblemCode } from './texts.ts';

/** Ends a call with a status and a sentence for the caller. */
export class Problem extends Error {
  override readonly name = 'Problem';
  readonly statusCode: number;
  readonly code: ProblemCode;

  constructor(statusCode: number, code: ProblemCode) {
    super(code);
    this.statusCode = statusCode;
    this.code = code;
  }
}
