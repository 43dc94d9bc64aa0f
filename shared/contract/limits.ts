/** The limits and delays of the site that shell, remotes and API agree on. Times are in milliseconds. */
export const limits = {
  /** Fewest characters of the contact form's fields, after trimming. */
  contact: { name: 4, subject: 4, message: 10 },
  /** From the opening of the site to the first message: nobody writes one faster. The form waits so long before it sends. */
  contactFillTime: 1_500,
  /** How often a browser sends a message again when there was no answer, or a server's error, and the longest pause before it. */
  sendAgain: { times: 3, longestPause: 3_000 },
  /** From the first sight of a redirect page to its article. */
  redirectDelay: 10_000,
  /** How long a view may take before the progress bar appears. */
  progressDelay: 150,
  /** How long a browser waits for a page of a remote, at the first try and at the retry: container, chunks and style sheets. */
  remoteLoad: 4_000,
  /** How long a page's `load` may take on the server; then its signal ends it, and soon after that the page. */
  pageData: 1_500,
  /** The same in a browser, where the visitor sees that something is on its way. */
  pageDataInBrowser: 8_000,
  /** How long a prefetched page is fresh enough to be shown. */
  prefetchKept: 10_000,
  /** How long the server waits for a page, its data included, before it gives the worker up. */
  serverRender: 3_000,
  /** How long a rendering worker may take to start. */
  workerStart: 10_000,
  /** How many workers render. */
  renderWorkers: 2,
  /** How many pages may wait for one worker, those that it renders included; whoever comes then is asked to come back. */
  rendersWaiting: 32,
  /** How long the server waits for a rendering worker before it says that it isn't ready. */
  workersReady: 2_000,
  /** The mean lag of the server's process at which it refuses requests, and over how long it is measured. */
  eventLoop: { delay: 500, sample: 1_000 },
  /** What browsers may report: largest body in bytes, and how many reports a second the server takes in all. */
  beacon: { bytes: 512, perSecond: 100 },
  /** How many releases of remotes a worker keeps loaded; more than are live, with those before them and some previews. */
  renderReleases: 12,
  /** Memory of a rendering worker, in megabytes. */
  renderMemory: 256,
  /** How long the server does without a page of a release that has failed, before it tries it again. */
  failedPageRest: 10_000,
  /** How often a server looks which versions are live in a folder, and behind an HTTP origin. */
  storeLook: { folder: 200, http: 500 },
  /** How long a server waits for a file of an HTTP store. */
  storeFile: 5_000,
  /** How many earlier versions of a remote a server has ready for when the live one fails. */
  earlierReleases: 2,
  /** How long a client may take to send the headers of a request. */
  headersReceived: 8_000,
  /** How long it may take for the whole request. */
  requestReceived: 15_000,
  /** How old the news of an API elsewhere may be on a rendered page. */
  newsFresh: 5_000,
  /** How long the server answers with pages in its memory before it looks again whether the news have changed. */
  newsLook: 10,
  /** How long a rendered page has to last before the server compresses it as well as can be. */
  pageCompaction: 2_000,
} as const;
