import { earlierVersions } from '@site/releases/pointer.ts';

/** The limits and delays of the site server alone; those that browsers know too are in `@site/shared/contract/limits.ts`. Times are in milliseconds. */
export const serverLimits = {
  // Deadlines nest: each is shorter than the next, so that anyone who waits hears of a failure from the part that failed.
  // limits.test.ts has the whole table, up to the proxy.
  /** How long the message of a posted form may take to be stored, before its page is rendered. */
  formSubmission: 7_500,
  /**
   * After how long a page that was good before is sent as it last was, while it is still being rendered: a release that loops
   * holds up every page of it in turn.
   */
  staleAnswer: 4_000,
  /**
   * How long a page may take in all, with other releases and shells that are tried in place of a failing one. Then the last
   * good version is sent, or the failure page.
   */
  pageAnswer: 12_000,
  /**
   * How long the API may take to answer a page's call, by what it does: less than the page may take. Of a message, the site's API
   * knows within 6.5 s whether it is stored (`storing` in api/src/limits.ts).
   */
  apiCall: { read: 1_200, write: 7_000 },
  /** How many bytes of an API's answer to a page's call are read (unpacked); a longer answer counts as none. */
  apiAnswerSize: 2 * 1024 * 1024,
  /** How many answers of the API are kept for when it fails: the lists of all languages, and the articles read last. */
  keptAnswers: 100,
  /** How long a start waits for the first shell that renders: less than Fastify waits for it. */
  takeOver: 8_000,
  /** Following the release store. */
  store: {
    /** Between two looks at the pointers. Each look at a bucket is a request per app, which its storage counts. */
    poll: { folder: 200, http: 500, s3: 2_000 },
    /** To read a file of a store behind an HTTP origin or in a bucket. */
    fileTimeout: 5_000,
    /** Until a version that could not be copied is tried again. */
    retry: 10_000,
    earlierVersions,
  },
  /**
   * The release service: most bytes of all files of a version, how many versions of an app may arrive at the same time before the oldest gives way, and after how
   * long one that was cut off is forgotten. Of each app the store takes that many versions, and bytes of all of them. Of each key that
   * many requests are answered at once, and that many remembered while their signatures count.
   */
  releaseService: {
    versionSize: 200 * 1024 * 1024,
    uploads: 5,
    abandoned: 24 * 60 * 60_000,
    stored: { versions: 200, size: 4 * 1024 * 1024 * 1024 },
    requests: { atOnce: 16, perKey: 20_000 },
  },
  /** The mean event-loop delay at which requests are refused, and the interval over which it is measured: two in a row. */
  eventLoop: { delay: 500, sample: 1_000 },
  /** Reports from browsers: largest body in bytes, and how many the server accepts per second: in all, and from one network; of how many networks it knows that. */
  beacon: { bytes: 512, perSecond: 100, fromNetwork: 20, networks: 5_000 },
  /** A network's reports of failures and times count once in this time; of how many networks the server knows that. */
  countedNetworks: { most: 10_000, time: 60 * 60_000 },
  /** How long a server must have seen a live version to know how often it usually fails in browsers. */
  usualFailures: 60 * 60_000,
  /** How often a server writes what it has seen of versions that go live in steps. */
  rolloutReport: 1_000,
  /** How many reports from browsers within how long make a release faulty in the list, and how often the fault is updated. */
  browserFailures: { enough: 3, within: 30 * 60_000, noteAgain: 60_000 },
  /** How long a browser’s call to an API elsewhere may wait for the answer to begin, and for each next part. */
  apiAnswer: 15_000,
  /**
   * How an API elsewhere is: how often it is asked at most, how long it may take, less than `/readyz` waits, and how many characters
   * of what it says are passed on.
   */
  apiCheck: { interval: 1_000, timeout: 600, reason: 300 },
  /** How old the news of an API elsewhere may be on a rendered page. */
  newsFresh: 5_000,
  /** How long cached pages are served before the server checks again whether the news have changed. */
  newsCheck: 10,
  /**
   * The pages in memory, and as much again for the last good ones: how many, and how many bytes with all their encodings. As
   * many of 50 kB fit.
   */
  cachedPages: { pages: 500, bytes: 96 * 1024 * 1024 },
  /**
   * The last good version of a page, shown while the page fails: how old it may be (less than the week for which the files of
   * its releases are kept), how long a shown one stands before the page is tried again, and for how long no visitor waits for
   * such tries; how soon a new one is written to disk, and how long before the time of an unchanged one is written again. On disk,
   * those that were used last have that many bytes.
   */
  stale: {
    age: 3 * 24 * 60 * 60_000,
    retry: 5_000,
    failing: 20_000,
    write: 2_000,
    rewrite: 60 * 60_000,
    disk: 64 * 1024 * 1024,
  },
  /** How long a page has to be cached before it is recompressed. */
  pageRecompression: 10_000,
} as const;
