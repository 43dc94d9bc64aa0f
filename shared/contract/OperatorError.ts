/**
 * What an operator or a developer can mend. The message begins with a code that docs/errors.md explains, and says what
 * happened and what to do. Programs print it alone; any other error is a bug, and is printed whole.
 */
export class OperatorError extends Error {
  override readonly name = 'OperatorError';

  /** Such as `RELEASE-BUSY`. */
  readonly code: string;

  constructor(code: string, message: string, cause?: unknown) {
    super(`${code} ${message}`, { cause });
    this.code = code;
  }
}
