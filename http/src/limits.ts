/** The limits of every server: the site's and the API's. */
export const limits = {
  /** Timeouts of a connection, in milliseconds. */
  connection: {
    /** To receive the headers of a request, and the whole request. */
    headers: 8_000,
    request: 15_000,
    /** From the request to the last byte of its response. */
    response: 60_000,
    /** To receive the next request on an open connection. Longer than proxies keep theirs. */
    keepAlive: 72_000,
  },
  /** `Retry-After` of an overloaded server, in seconds. */
  overloadRetry: 5,
  /** How long `/readyz` waits for a check, in milliseconds: whoever asks gives up after a second or two. */
  check: 800,
  /** How long a server that is shutting down keeps an idle connection open, in milliseconds: a request may be on its way. */
  idleBeforeClose: 250,
} as const;
