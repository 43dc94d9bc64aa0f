/** The limits and delays of traces. Times are in milliseconds. */
export const tracingLimits = {
  /** How many spans may wait for the collector, those on their way included; others are dropped. */
  waiting: 2_048,
  /** How many spans one request to the collector has, and how long the first of them waits for others. */
  batch: 256,
  wait: 1_000,
  /** How many requests to the collector there are at a time, how long one may take, and when it counts as failed for good. */
  requests: 4,
  request: 3_000,
  deadline: 5_000,
  /** How long a server that ends waits for the collector. */
  close: 2_000,
  /** How many traces a second servers in front may ask for beyond those that this server's own sampler takes. */
  asked: 10,
  /** How often the log says that the collector takes no spans. */
  logInterval: 60_000,
} as const;
