/** Limits and delays that shell, remotes and API share. Times are in milliseconds. */
export const limits = {
  /** Minimum lengths of the contact form's fields, after trimming; everything else about them is in `contact/fields.ts`. */
  contact: { name: 4, subject: 4, message: 10 },
  /** The longest values of a form's fields in characters, by their kind, unless the field says otherwise. */
  longestValue: { line: 200, text: 5_000 },
  /**
   * Minimum time between the opening of the site and the first message: nobody writes faster. The form waits that long
   * before it sends.
   */
  contactFillTime: 1_500,
  /** How often a browser retries a message after a network failure or a server error, and the longest delay between tries. */
  sendAgain: { times: 3, longestDelay: 3_000 },
  /** How long after its load event a page waits for the browser to report a paint. */
  paintReport: 1_000,
  /** How long a painted page that is never idle, for example because of animation, delays its scripts. */
  idleWait: 2_000,
  /** Time until a redirect page opens its article. */
  redirectDelay: 10_000,
  /** How long a view may take before the progress bar appears. */
  progressDelay: 150,
  /** Timeout for a remote's page in a browser, for the first try and for the retry: container, chunks and style sheets. */
  remoteLoad: 4_000,
  /** How long a page's `load` may take on the server. Then its signal is aborted, and soon after that the page fails. */
  pageData: 1_500,
  /** The same in a browser, where the visitor sees a progress bar. */
  pageDataInBrowser: 8_000,
  /** How long a prefetched page stays fresh. */
  prefetchKept: 10_000,
  /** Delay between hydration and measuring the visit. Shorter visits aren’t measured. */
  vitalsDelay: 3_000,
} as const;
