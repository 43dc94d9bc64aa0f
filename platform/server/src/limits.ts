import { earlierVersions } from '@site/releases/pointer.ts';

/** The site server's own limits and delays (in milliseconds). `@site/shared/contract/limits.ts` has those that browsers share. */
export const serverLimits = {
  // Deadlines nest: each is shorter than the one around it, so that a failure is reported by the part that failed.
  // limits.test.ts has the whole table, up to the proxy.
  /** How long the message of a posted form may take to be stored, before its page is rendered. */
  formSubmission: 7_500,
  /**
   * How long a visitor waits for a page before its last good version is sent instead. Rendering continues: a release that loops
   * would otherwise delay each of its pages in turn.
   */
  staleAnswer: 4_000,
  /**
   * How long a page may take in all, including other releases and shells that are tried in place of a failing one. Then the
   * last good version is sent, or the failure page.
   */
  pageAnswer: 12_000,
  /**
   * How long the API may take to answer a page's call: less than the page may take. The site's API knows within 6.5 s whether
   * a message is stored (`storing` in api/src/limits.ts). A picture holds up no page.
   */
  apiCall: { read: 1_200, write: 7_000, picture: 4_000 },
  /** How many bytes (decompressed) an API's answer to a page's call may have; a longer answer counts as none. */
  apiAnswerSize: 2 * 1024 * 1024,
  /** How many of the API's answers are kept for when it fails: the list of each language, and the articles read last. */
  keptAnswers: 100,
  /**
   * The most addresses and characters of the sitemap: search engines read 50,000 addresses. While it is made, other requests get
   * their turn after every `atOnce` entries.
   */
  sitemap: { addresses: 50_000, characters: 20 * 1024 * 1024, atOnce: 100 },
  /** Searches, each rendered for one visitor: how many one network gets within what time, and how many networks are tracked. */
  search: { fromNetwork: 60, window: 60_000, networks: 5_000 },
  /** Forms of remotes: how many one network may post within what time, refused ones included, and how many networks are tracked. */
  forms: { fromNetwork: 30, window: 10 * 60_000, networks: 5_000 },
  /** Refused forms, each shown again by a process of its own: how many from one network within what time. */
  refusedForms: { fromNetwork: 20, window: 60_000 },
  /** How long a start waits for the first shell that renders: less than Fastify's own timeout. */
  takeOver: 8_000,
  /** Following the release store. */
  store: {
    /** How often the pointers are polled. Each poll of a bucket costs one billed request per app. */
    poll: { folder: 200, http: 500, s3: 2_000 },
    /** How long reading a file may take when the store is behind HTTP or in a bucket. */
    fileTimeout: 5_000,
    /** How soon a version that could not be copied is tried again. */
    retry: 10_000,
    earlierVersions,
  },
  /** The mean event-loop delay at which requests are refused, and the interval it is measured over. It takes two in a row. */
  eventLoop: { delay: 500, sample: 1_000 },
  /** Reports from browsers: largest body in bytes, how many per second in all and per network, how many networks it tracks. */
  beacon: { bytes: 512, perSecond: 100, fromNetwork: 20, networks: 5_000 },
  /** How many reports from browsers, within what time, make a fault in the list of releases, and how often it is updated. */
  browserFailures: { enough: 3, within: 30 * 60_000, noteAgain: 60_000 },
  /** How long a browser’s call to an API elsewhere may wait for the first part of the answer, and for each further part. */
  apiAnswer: 15_000,
  /**
   * The check of an API elsewhere: the shortest interval between two requests, how long one may take (less than `/readyz`
   * waits), and how many characters of its answer are passed on.
   */
  apiCheck: { interval: 1_000, timeout: 600, reason: 300 },
  /** How old the news on a rendered page may be when the API is elsewhere. */
  newsFresh: 5_000,
  /** How soon a database that the control room couldn't open is looked for again. */
  databaseRetry: 5_000,
  /** How long cached pages are served before the server checks again whether the news has changed. */
  newsCheck: 10,
  /**
   * How many pages are in memory, and how many bytes with all their encodings: enough for that many pages of 50 kB. The last
   * good pages may take as much again.
   */
  cachedPages: { pages: 500, bytes: 96 * 1024 * 1024 },
  /** Those with free values in their query, beside the others: there is no end of them. */
  freePages: { pages: 100, bytes: 16 * 1024 * 1024 },
  /** The last good version of a page, shown while the page fails. */
  stale: {
    /** How old it may be: less than the week for which its releases' files are kept. */
    age: 3 * 24 * 60 * 60_000,
    /** How long it is shown before the page is rendered again, and how long visitors then get it without waiting for that. */
    retry: 5_000,
    failing: 20_000,
    /** How soon a new one is written to disk, and how often the time of an unchanged one is rewritten. */
    write: 2_000,
    rewrite: 60 * 60_000,
    /** How soon one that couldn't be shared is tried again. */
    share: 5_000,
    /** How many bytes the most recently used ones may take on disk. */
    disk: 64 * 1024 * 1024,
  },
  /**
   * Compression dictionaries: how many bytes of earlier documents, and of bodies made with a dictionary, are in memory (those of
   * pages and of files each); how many pages are compressed for visitors at the same time.
   */
  dictionaries: { documents: 32 * 1024 * 1024, bodies: 16 * 1024 * 1024, compressions: 2 },
  /** Several servers on one port. */
  servers: {
    most: 64,
    /** How often each says that it is alive, and after what silence it is ended. */
    alive: 2_000,
    hung: 30_000,
    /** How long one may take to start while others take visitors, and to end. */
    start: 60_000,
    stop: 75_000,
    /** How often one that starts looks whether it is ready. */
    readyCheck: 100,
    /** How long an answer to another one's question may take: longer than a check of `/readyz`. */
    answer: 1_000,
    /** When a server counts as settled, and how long a lost one's replacement waits: after the first loss, not at all. */
    settled: 60_000,
    backoff: { first: 250, longest: 15_000, free: 1 },
  },
  /** How long a page has to be cached before it is recompressed. */
  pageRecompression: 10_000,
} as const;
