/** The limits of the shared memory (sizes in bytes, times in milliseconds). */
export const memoryLimits = {
  /** How long a caller waits for an answer. A server that takes longer counts as away. */
  answer: 200,
  /** How long a connection may take, with its password: callers don't wait for it longer than for an answer. */
  connect: 2_000,
  /** How long nobody asks after failures in a row. */
  backoff: { first: 1_000, longest: 15_000 },
  /** How often a server looks whether the memory is there and has kept its mark, and how long it keeps that. */
  look: 2_000,
  mark: 60_000,
  /** The largest text, and the largest table with all its entries. */
  text: 4 * 1024 * 1024,
  table: 1024 * 1024,
  /** How many commands may wait for their answers. */
  waiting: 1_000,
  /** How often the log says that a command was refused. */
  logInterval: 60_000,
} as const;
