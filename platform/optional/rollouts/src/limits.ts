/** Delays and limits of rollouts, in milliseconds. */
export const rolloutLimits = {
  /** A network's views, and its reports of failures and times, count once in `time`. At most `most` networks are tracked. */
  countedNetworks: { most: 10_000, time: 60 * 60_000 },
  /** How long a server must have observed a live version to know its usual rate of failures in browsers. */
  usualFailures: 60 * 60_000,
  /** How often a server writes its counts for a rollout. */
  report: 1_000,
  /** How long servers that share a memory keep the last reports of a rollout there. */
  sharedReports: 7 * 24 * 60 * 60_000,
} as const;
