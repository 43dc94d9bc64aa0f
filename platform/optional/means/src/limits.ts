/** Limits and delays (in milliseconds) of what remotes have of their own. */
export const meansLimits = {
  /** APIs. */
  apis: {
    /** How long an address may be. */
    path: 1_000,
    /** How many bytes (decompressed) an answer may have, and one that rejects a form. */
    answerSize: 1024 * 1024,
    rejectionSize: 64 * 1024,
    /** How many characters of a rejection each field shows. */
    rejection: 300,
    /**
     * How many calls of pages to one API may wait, and as many of browsers, searches and forms each. One network has at most half
     * of them: two pages with all their calls.
     */
    waiting: 32,
    /** For how long an answer is fresh, and kept as the last good one. */
    fresh: { least: 5_000, most: 24 * 60 * 60_000 },
    lastGood: 3 * 24 * 60 * 60_000,
    /** How many bytes the kept answers may take, and as much again those to queries. */
    kept: 16 * 1024 * 1024,
    /**
     * After how many failures in a row an API isn't asked for a while, and how many paths and networks must have seen them for
     * others to believe it; for how long, and how many networks may try it meanwhile; how many failing paths are known.
     */
    breaker: { failures: 5, paths: 3, networks: 3, pause: 5_000, tries: 20, circuits: 1_000 },
    /** For how long the log doesn't repeat why an API failed, and how many such reasons are known. */
    logged: { ttl: 5_000, max: 100 },
    /** How many calls browsers of one network may make within what time, and how many networks are tracked. */
    fromNetwork: 120,
    window: 60_000,
    networks: 5_000,
  },
  /**
   * Pictures of these APIs: bytes and pixels of one, calls of one API that may wait, for how long a picture is fresh, also when its
   * API doesn't say so, bytes that the kept ones take, and as much again those to queries.
   */
  pictures: {
    size: 2 * 1024 * 1024,
    pixels: 40_000_000,
    waiting: 48,
    fresh: { least: 60_000, most: 24 * 60 * 60_000, unsaid: 60 * 60_000 },
    kept: 32 * 1024 * 1024,
    /** How many the browsers of one network may ask for within what time, and how many networks are tracked. */
    fromNetwork: 600,
    window: 60_000,
    networks: 5_000,
  },
  /**
   * Entries of a page, and characters of one of their parameters; how many entries are worked on before others get their turn;
   * how many bytes the entries of a remote, and of all, take in memory. 5,000 of our news articles take 5 MB.
   */
  entries: {
    ofPage: 5_000,
    parameter: 100,
    atOnce: 100,
    memory: { ofRemote: 16 * 1024 * 1024, ofAll: 64 * 1024 * 1024 },
  },
  /** Feeds of pages: the newest entries of each, and characters of a title and of a summary. */
  feeds: { entries: 50, title: 200, summary: 1_000 },
} as const;
