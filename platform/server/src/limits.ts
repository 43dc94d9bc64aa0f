import { releaseLimits } from '@site/releases/limits.ts';
import { earlierVersions } from '@site/releases/pointer.ts';

/** The limits and delays of the site server alone; those that browsers know too are in `@site/shared/contract/limits.ts`. Times are in milliseconds. */
export const serverLimits = {
  // Deadlines nest: each is shorter than the next, so that anyone who waits hears of a failure from the part that failed.
  // limits.test.ts has the whole table, up to the proxy.
  /**
   * How long a page may take to render, its data included, before its worker is ended; Waiting for a processor doesn't count.
   */
  serverRender: 3_000,
  /** How long the message of a posted form may take to be stored, before its page is rendered. */
  formSubmission: 7_500,
  /**
   * How many forms of how many visitors' networks are shown again at a time, each in a process of its own: all of them, and
   * those of one network.
   */
  formsShown: { all: 4, network: 2 },
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
  /** For how long after a page's answer what its worker prints may still be of it. */
  latePrint: 500,
  /** How many characters of what a worker prints reach the log each second. */
  workerOutput: 20_000,
  /**
   * Source maps, which are as untrusted as their release: how many bytes one may have, memory in megabytes and time of the
   * process that reads it, how many texts wait for it, and how often one map is read within how long; then how long the name of a
   * source may be, how many places of a text are looked up, and how many are remembered.
   */
  sourceMap: {
    size: 8 * 1024 * 1024,
    memory: 128,
    time: 3_000,
    waiting: 8,
    readings: 10,
    memoryOfMaps: 60_000,
    sourceName: 300,
    places: 50,
    known: 1_000,
  },
  /** How many calls to the API one rendering may make. */
  pageCalls: 8,
  /** How many bytes of an API's answer to a page's call are read (unpacked); a longer answer counts as none. */
  apiAnswerSize: 2 * 1024 * 1024,
  /** How many answers of the API are kept for when it fails: the lists of all languages, and the articles read last. */
  keptAnswers: 100,
  /** How long a rendering worker may take to start. */
  workerStart: 10_000,
  /** How many characters bubblewrap may tell about the process that it starts. */
  wallInfo: 10_000,
  /** How long a worker that is no longer needed may take to end. */
  workerEnd: 1_000,
  /** Backoff of workers that end again and again without rendering anything, after `free` ones that are replaced at once. */
  workerBackoff: { first: 250, longest: 15_000, free: 2 },
  /** How long the worker of a release that is no longer live, or is only previewed, stays idle before it ends. */
  idleWorkers: 30_000,
  /** How long after a worker has started another one is started to be ready for the next release. */
  spareWorker: 2_000,
  /** How many pages one worker accepts, those it is rendering included; more are refused. */
  rendersWaiting: 64,
  /** How long readiness checks wait for a rendering worker: less than the probe waits for the check. */
  workersReady: 600,
  /** How many bytes the HTML of a rendered page may have, and what describes it. */
  renderedPage: releaseLimits.renderedPage,
  /**
   * What else a worker may tell: the length of a text in the head and of an error, how many tags and missing messages there
   * may be, how deep its data may be nested, and how many of its links lead to pages in place.
   */
  answer: { headText: 4_000, failureText: 4_000, tags: 100, missingTexts: 1_000, depth: 32, links: 500 },
  /**
   * Messages of a worker: how many bytes one may have, where a page of the largest size fits with its quotes escaped; how many
   * values, of which the largest pages and catalogues have some thousands (fifty thousand hold up the server for 0.1 s); how deep they may be
   * nested. In all it may send that much for each job, and save up that of so many. It may leave so many bytes of the server's unread.
   */
  workerMessages: {
    bytes: 8 * releaseLimits.renderedPage,
    values: 50_000,
    depth: 64,
    saved: 16,
    unread: 64 * 1024 * 1024,
  },
  /**
   * Drawings that are inlined in a page: in how many of its first pictures, how often in each, how long one may be, and how many
   * characters all of them may add. Pictures after that load their files.
   */
  inlineDrawings: { pictures: 50, uses: 4, size: 100_000, all: 256 * 1024 },
  /** How long a rendering worker without a job may use processors in each period, and how often that is checked: code that runs on after its answer ends with it. */
  idleProcessor: { time: 1_500, period: 60_000, check: 1_000 },
  /**
   * What all rendering workers may use: their share of the machine's memory, unless `RENDER_MEMORY` says how much; what one is
   * expected to need, in megabytes; tasks (processes and threads, in the words of Linux) that one has, and that others need;
   * how many workers there may be in any case; how long a page waits for another worker to end; and how often all is checked.
   */
  renderBudget: {
    memoryShare: 0.6,
    workerMemory: 40,
    tasksOfWorker: 6,
    tasksOfOthers: 64,
    leastProcesses: 3,
    wait: 10_000,
    check: 5_000,
  },
  /** Memory of a rendering worker in megabytes, and how often it is checked. */
  renderMemory: 256,
  renderMemoryCheck: 100,
  /** How long the circuit of a failed page stays open before the page is tried again. */
  openCircuit: 10_000,
  /** Backoff of a shell that fails: how long until it is checked again, doubling with each further failure up to `longest`. */
  shellBackoff: { first: 10_000, longest: 10 * 60_000 },
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
  /** Largest body of a posted form in bytes, and the longest path. */
  form: 32 * 1024,
  path: 2_000,
} as const;
