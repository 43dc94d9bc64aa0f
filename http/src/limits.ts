/** The limits of every server: the site's and the API's. */
export const limits = {
  /** How long clients may take, in milliseconds. */
  connection: {
    /** To send the headers of a request, and the whole of it. */
    headersReceived: 8_000,
    requestReceived: 15_000,
    /** To read the answer, from the request on. */
    answerTaken: 60_000,
    /** To send the next request on an open connection: longer than proxies keep theirs. */
    kept: 72_000,
  },
  /** When to try again while the server has more to do than it can, in seconds. */
  overloadRetry: 5,
  /** How long a server that is about to end keeps an idle connection open after its last answer, in milliseconds: the next request may be on its way. */
  lastRequest: 250,
} as const;
