import { earlierVersions } from '@site/releases/pointer.ts';

/** The limits and delays of the site server alone; those that browsers know too are in `@site/shared/contract/limits.ts`. Times are in milliseconds. */
export const serverLimits = {
  // Deadlines nest: each is shorter than the next, so that whoever waits hears of a failure from the part that failed.
  // limits.test.ts has the whole table, up to the proxy.
  /**
   * How long a page may take to render, its data included, before its worker is ended; Waiting for a processor doesn't count.
   */
  serverRender: 3_000,
  /** How long the message of a posted form may take to be stored, before its page is rendered. */
  formSubmission: 2_500,
  /**
   * How many forms of how many visitors' networks are shown again at a time, each in a process of its own: all of them, and
   * those of one network.
   */
  formsShown: { all: 4, network: 2 },
  /**
   * How long a page may take in all, with other releases and shells that are tried in place of a failing one. Then the last
   * good version is sent, or the failure page.
   */
  pageAnswer: 12_000,
  /** How long the API may take to answer a page's call, by what it does: less than the page may take. */
  apiCall: { read: 1_200, write: 2_000 },
  /** How many characters of what a worker prints reach the log each second. */
  workerOutput: 20_000,
  /** How many calls to the API one rendering may make. */
  pageCalls: 8,
  /** How many bytes of an API's answer to a page's call are read (unpacked); a longer answer counts as none. */
  apiAnswerSize: 2 * 1024 * 1024,
  /** How many answers of the API are kept for when it fails: the lists of all languages, and the articles read last. */
  keptAnswers: 100,
  /** How long a rendering worker may take to start. */
  workerStart: 10_000,
  /** How long a worker that is no longer needed may take to end. */
  workerEnd: 1_000,
  /** Backoff of workers that end again and again without rendering anything, after so many that are replaced at once. */
  workerBackoff: { first: 250, longest: 15_000, free: 2 },
  /** How long the worker of a release that is no longer live, or is only previewed, stays idle before it ends. */
  idleWorkers: 30_000,
  /** How long after a worker has started another one is started to be ready for the next release. */
  spareWorker: 2_000,
  /** How many pages one worker accepts, those it is rendering included; more are refused. */
  rendersWaiting: 64,
  /** How long readiness checks wait for a rendering worker: less than the probe waits for the check. */
  workersReady: 600,
  /** How many characters the HTML of a rendered page may have, and what describes it. */
  renderedPage: 4 * 1024 * 1024,
  /**
   * What else a worker may tell: the length of a text in the head and of an error, how many tags and missing messages there
   * may be, and how deep its data may be nested.
   */
  answer: { headText: 4_000, failureText: 4_000, tags: 100, missingTexts: 1_000, depth: 32 },
  /** Drawings that are inlined in a page: in how many of its first pictures, how often in each, and how long one may be. */
  inlineDrawings: { pictures: 50, uses: 4, size: 100_000 },
  /** Memory of a rendering worker in megabytes, and how often it is checked. */
  renderMemory: 256,
  renderMemoryCheck: 100,
  /** How long the circuit of a failed page stays open before the page is tried again. */
  openCircuit: 10_000,
  /** Backoff of a shell that fails: how long until it is checked again, doubling with each further failure up to `longest`. */
  shellBackoff: { first: 10_000, longest: 10 * 60_000 },
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
   * The release service: most bytes of all files of a version, how many versions of an app may arrive at the same time, and after how
   * long one that was cut off is forgotten.
   */
  releaseService: { versionSize: 200 * 1024 * 1024, uploads: 5, abandoned: 24 * 60 * 60_000 },
  /** The mean event-loop delay at which requests are refused, and the interval over which it is measured. */
  eventLoop: { delay: 500, sample: 1_000 },
  /** Reports from browsers: largest body in bytes, and how many the server accepts per second in all. */
  beacon: { bytes: 512, perSecond: 100 },
  /** How often a server writes what it has seen of versions that go live in steps. */
  rolloutReport: 1_000,
  /** How many reports from browsers within how long make a release faulty in the list, and how often the fault is updated. */
  browserFailures: { enough: 3, within: 30 * 60_000, noteAgain: 60_000 },
  /** How long a browser’s call to an API elsewhere may wait for the answer to begin, and for each next part. */
  apiAnswer: 15_000,
  /** How old the news of an API elsewhere may be on a rendered page. */
  newsFresh: 5_000,
  /** How long cached pages are served before the server checks again whether the news have changed. */
  newsCheck: 10,
  /** How many pages are cached. */
  cachedPages: 500,
  /**
   * The last good version of a page, shown while the page fails: how old it may be (less than the week for which the files of
   * its releases are kept), how long a shown one stands before the page is tried again, how soon a new one is written to
   * disk, and how long before the time of an unchanged one is written again.
   */
  stale: { age: 3 * 24 * 60 * 60_000, retry: 5_000, write: 2_000, rewrite: 60 * 60_000 },
  /** How long a page has to be cached before it is recompressed. */
  pageRecompression: 10_000,
  /** Largest body of a posted form in bytes, and the longest path. */
  form: 32 * 1024,
  path: 2_000,
} as const;
