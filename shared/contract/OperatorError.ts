/**
 * An error that an operator or a developer can fix. The message starts with a code that docs/errors.md explains, and says what
 * happened and what to do. Programs print only the message; any other error is a bug, and is printed with its stack.
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
