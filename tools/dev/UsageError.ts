/** The command line can't be understood; the message says how it goes. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}
