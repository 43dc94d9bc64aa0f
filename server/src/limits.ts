/** The limits and delays that the site server alone keeps; those that browsers know as well are in `@site/shared/contract/limits.ts`. Times are in milliseconds. */
export const limits = {
  /**
   * How long a page may take, its data included, before the server gives its worker up; a posted form has the time of the
   * page's action besides. What the worker waits for a processor doesn't count.
   */
  serverRender: 3_000,
  /** How long the API may take to answer a call of a page, by what the call does: less than the page waits for it. */
  apiCall: { read: 1_200, write: 2_000 },
  /** How long a rendering worker may take to start. */
  workerStart: 10_000,
  /** How many workers render. */
  renderWorkers: 2,
  /** How many pages may wait for one worker, those that it renders included; whoever comes then is asked to come back. */
  rendersWaiting: 64,
  /** How long the server waits for a rendering worker before it says that it isn't ready. */
  workersReady: 2_000,
  /** How many releases of remotes a worker keeps loaded; more than are live, with those before them and some previews. */
  renderReleases: 12,
  /** Memory of a rendering worker, in megabytes. */
  renderMemory: 256,
  /** How long the server does without a page of a release that has failed, before it tries it again. */
  failedPageRest: 10_000,
  /** Following the release store. */
  store: {
    /** Between two looks at the pointers, in a folder and behind an HTTP origin. */
    poll: { folder: 200, http: 500 },
    /** To read a file of an HTTP store. */
    fileTimeout: 5_000,
    /** Until a version that could not be copied is tried again. */
    retry: 10_000,
    /** How many versions before the live one are kept ready, in case it fails. */
    earlierVersions: 2,
  },
  /** The mean lag of the server's process at which it refuses requests, and over how long it is measured. */
  eventLoop: { delay: 500, sample: 1_000 },
  /** What browsers may report: largest body in bytes, and how many reports a second the server takes in all. */
  beacon: { bytes: 512, perSecond: 100 },
  /**
   * When reports of browsers make a release faulty in the list: so many within so long. They are noted again so often
   * while more of them come.
   */
  browserFailures: { enough: 3, within: 30 * 60_000, noteAgain: 60_000 },
  /** How long a browser’s call may take an API elsewhere: to begin its answer, and between its parts. */
  apiAnswer: 15_000,
  /** How old the news of an API elsewhere may be on a rendered page. */
  newsFresh: 5_000,
  /** How long the server answers with pages in its memory before it looks again whether the news have changed. */
  newsLook: 10,
  /** How long a rendered page has to last before the server compresses it as well as can be. */
  pageCompaction: 10_000,
} as const;
