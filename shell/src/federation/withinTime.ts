/** Something took longer than its budget. */
class LateError extends Error {
  override readonly name = 'LateError';
}

/** Whether an error, or its cause, is that time ran out. */
export const isLate = (error: unknown): boolean =>
  error instanceof LateError || (error instanceof Error && error.cause instanceof LateError);

/**
 * The outcome of a promise, or a rejection when it takes longer than `milliseconds`.
 *
 * @throws {LateError} when the time is over
 */
export async function withinTime<Value>(promise: Promise<Value>, milliseconds: number): Promise<Value> {
  const { promise: timeout, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(new LateError(`No answer within ${milliseconds} ms.`)), milliseconds);
  try {
    return await Promise.race([promise, timeout]);
  } finally {
    clearTimeout(timer);
  }
}
