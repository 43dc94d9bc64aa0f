/** Limits and delays (in milliseconds) of the status page. */
export const statusLimits = {
  /** How long an answer may take, and from when on it is slow. */
  answer: 10_000,
  slow: 4_000,
  /** After how long a request that failed is repeated, once. */
  again: 1_000,
  /** The largest answer that is read, in bytes. */
  answerBytes: 5 * 2 ** 20,
  /** The time before a check that counts as what it finds. Of a longer gap, nobody knows the rest. */
  gap: 15 * 60_000,
  /** How many days are shown and kept. */
  days: 90,
  /** The largest history that is read, in bytes: five times one of 90 days with trouble on each. */
  historyBytes: 256 * 1024,
  /** How many notes of incidents are read, the largest of them in bytes, and how long the page shows one that has ended. */
  notes: { most: 20, bytes: 32 * 1024, ended: 7 * 24 * 60 * 60_000 },
} as const;
