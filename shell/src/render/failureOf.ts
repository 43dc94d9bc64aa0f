/** How something failed, for whoever reads the log or publishes a release. */
export interface Failure {
  readonly message: string;
  /** The stack trace of what was thrown first. */
  readonly stack?: string;
}

const longestStack = 4_000;

/** Describes what was thrown. */
export function failureOf(error: unknown): Failure {
  if (!(error instanceof Error)) return { message: String(error) };
  let first = error;
  while (first.cause instanceof Error) first = first.cause;
  return { message: error.message, ...(first.stack && { stack: first.stack.slice(0, longestStack) }) };
}
