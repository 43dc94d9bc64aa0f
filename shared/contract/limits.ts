/** The limits and delays of the site that shell, remotes and API agree on. Times are in milliseconds. */
export const limits = {
  /** Fewest characters of the contact form's fields, after trimming. */
  contact: { name: 4, subject: 4, message: 10 },
  /** From the opening of the site to the first message: nobody writes one faster. The form waits so long before it sends. */
  contactFillTime: 1_500,
  /** How often a browser sends a message again when there was no answer, or a server's error, and the longest pause before it. */
  sendAgain: { times: 3, longestPause: 3_000 },
  /** How long after its load event a page waits for the browser to report that it is painted; a browser need not. */
  paintReport: 1_000,
  /** How long a painted page that is never idle, such as one with much animation, waits before its scripts start. */
  idleWait: 2_000,
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
  /** How long a page's `action` may take on the server; then its signal ends it, and soon after that the page. */
  pageAction: 2_500,
  /** How long a prefetched page is fresh enough to be shown. */
  prefetchKept: 10_000,
  /** How long after the first view answers the visitor the browser loads what measures the visit. Who leaves before isn't measured. */
  vitalsDelay: 3_000,
} as const;
