/**
 * How many characters a form may have in all: an own form's longest field, or twice the contact form, so that one that is too long
 * comes back to be shortened. Its other fields need a little more.
 */
const characters = 22_000;
const otherFields = 8 * 1024;

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
    /** To finish sending a refused request, and to read why. */
    refused: 2_000,
  },
  /** Sizes of a request's headers in bytes: together, cookies if nothing else is large, and the line with the address. */
  headers: { all: 16 * 1024, cookies: 12 * 1024, address: 8 * 1024 },
  /** How many requests of a connection may wait behind the one that is being answered. The next one closes it. */
  pipelined: 8,
  /** How many connections may be open, and how many descriptors the process keeps for everything else. */
  connections: {
    most: 10_000,
    /** The minimum, however few descriptors the process may have. */
    least: 16,
    /** Per connection: one for its socket, and one for the file or the call to another server that its request needs. */
    descriptors: 2,
    /** For rendering processes, the database, the log, and releases that are being copied. */
    reservedDescriptors: 96,
    /** The limit of descriptors if the system doesn't tell. */
    assumedDescriptors: 1_024,
    /** Part of the maximum from which idle connections are closed, so that there is room for new ones. */
    crowded: 7 / 8,
    /** How often the log says that connections were closed or refused, in milliseconds. */
    logInterval: 60_000,
  },
  /**
   * Largest bodies with a form, in bytes: as pages without scripts post it, where a character takes nine at most (`%E4%BD%A0`), and
   * in JSON, where it takes six (`\\u4f60`).
   */
  forms: { posted: 9 * characters + otherFields, json: 6 * characters + otherFields },
  /** The longest path of a page. */
  pages: { path: 2_000 },
  /** `Retry-After` of an overloaded server, in seconds. */
  overloadRetry: 5,
  /** How long `/readyz` waits for a check, in milliseconds: load balancers give up after a second or two. */
  check: 800,
  /** How many lines of a level are logged within what time, in milliseconds: less than journald accepts. */
  log: { lines: 3_000, time: 10_000 },
  /** A disk counts as full when less is left: this share of it, or this many bytes. */
  diskReserve: { share: 0.05, bytes: 100 * 2 ** 20 },
  /** Minimum time that an idle connection is kept, in milliseconds: a request may be on its way. */
  idleBeforeClose: 250,
} as const;
