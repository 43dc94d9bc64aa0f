/** The limits of the release service (sizes in bytes, times in milliseconds). */
export const serviceLimits = {
  /** The most bytes that a version may have. */
  versionSize: 200 * 1024 * 1024,
  /** How many uploads of an app may run at once before the oldest is dropped. */
  uploads: 5,
  /** How long an interrupted upload is kept. */
  abandoned: 24 * 60 * 60_000,
  /** How many versions and bytes the store accepts of each app. */
  stored: { versions: 200, size: 4 * 1024 * 1024 * 1024 },
  /** How many requests of each key are answered at once, and how many are remembered while their signatures are valid. */
  requests: { atOnce: 16, perKey: 20_000 },
  /** Rows of a page of the log. */
  log: { onPage: 50 },
  /** How many characters of a reason are sent that quotes the request. */
  reason: 1_000,
} as const;
