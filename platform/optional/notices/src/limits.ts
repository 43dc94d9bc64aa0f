import { endsSoon } from '@site/releases/signing/bounds.ts';

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;

/** The limits and delays of notices. Times are in milliseconds, sizes in characters. */
export const noticeLimits = {
  /** How often the store and the servers' reports are looked at, and how often what waits for the owner's agreement is. */
  look: 10_000,
  lookForRequests: 5 * minute,
  /** How many apps are looked at. Anyone who can write into a store can make folders. */
  apps: 500,
  /**
   * How many notices go out within a window, in all and about one app, so that the flood of one team doesn't hide another's
   * fault. One line says how many more there were.
   */
  flood: { window: hour, all: 20, perApp: 5 },
  /** How many notices may wait for a receiver that fails, and how long. */
  waiting: 200,
  patience: 3 * day,
  /** How many of those that were given up are remembered, and how long. */
  givenUp: { count: 50, age: 30 * day },
  /** The delays between tries at a receiver that fails. */
  backoff: { first: 5_000, longest: hour },
  /** How long one try may take, to the end of the answer; and how many characters of the answer are read. */
  request: 10_000,
  answer: 200,
  /** How long a word of others may be, such as a message of an error. */
  value: 300,
  /** How long before something expires it is told, first to last. At the end it is told once more. */
  expiry: [endsSoon, 7 * day, day, 0],
} as const;
