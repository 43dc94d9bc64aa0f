/** Limits of the API. Those that it shares with the form are in `@site/shared/contract`: `limits.ts`, `contact/fields.ts`. */
export const limits = {
  /** How many messages one address may send per time window (in milliseconds), refused ones included. */
  contactRate: { max: 30, timeWindow: 10 * 60 * 1000 },
  /** How long an identical message counts as a repetition of the stored one, in milliseconds. */
  sameMessage: 10 * 60 * 1000,
  /** How often the same text is accepted per time window (in milliseconds), whatever its sender and subject. */
  sameText: { max: 50, timeWindow: 60 * 60 * 1000 },
  /** How many confirmations one recipient gets per time window (in milliseconds). */
  confirmations: { max: 3, timeWindow: 24 * 60 * 60 * 1000 },
  /**
   * Timeouts of storing a message, in milliseconds. `count`: for counting its sender's messages; `change`: until it is given
   * up, unless the database is committing it; `settle`: then, for finding out whether it is stored. The site's form waits
   * longer than all three together.
   */
  storing: { count: 1000, change: 4000, settle: 1500 },
  /** `Retry-After` while the database can't be written, in seconds. */
  storageRetry: 10,
  /** Days after which messages are deleted, unless `MESSAGES_KEEP_DAYS` says otherwise. The privacy policy says three years. */
  messagesKeepDays: 3 * 365,
  /** Maximum size of a database that is rewritten after a deletion, in bytes. Messages wait for about a second. */
  rewrite: 128 * 1024 * 1024,
  /**
   * How long to wait for transactions that may still see deleted rows in PostgreSQL, and how often to look, in milliseconds.
   */
  earlierReaders: { wait: 10_000, poll: 50 },
  /** How long the counts of the site's use are kept, by period, in days; how many are stored at once, and how many bytes they may have. */
  usageKeepDays: { hour: 8, day: 90 },
  usageAtOnce: 500,
  usageBody: 256 * 1024,
  /** How often expired data is deleted, in milliseconds. */
  retentionInterval: 24 * 60 * 60 * 1000,
  /** Maximum length of a news item's fields, in characters; `standIn` is for the text that replaces a missing title. */
  news: { uid: 200, slug: 100, title: 300, source: 60, type: 30, url: 2000, standIn: 100 },
  /** How many items of one feed are imported, newest first. The blog shows everything that is stored. */
  feedItems: 100,
  /** Maximum length of a date in a feed, comments included, in characters. */
  feedDate: 200,
  /** How many characters of an item's HTML are read: a title needs only its first words. */
  feedHtml: 10_000,
  /** Maximum size of a download of news in bytes (unpacked), its time in milliseconds, and its number of redirects. */
  download: { bytes: 5 * 1024 * 1024, time: 15_000, redirects: 5 },
  /** How long a name is looked up that a proxy will resolve, in milliseconds: only to refuse one of this network. */
  proxiedName: 2000,
  /** How long a start waits for the database, and after how long one that couldn't be opened is tried again, in milliseconds. */
  opening: { wait: 3000, backoff: { first: 250, longest: 5000 } },
  /** SQLite: how long to wait for other writers, and for a statement (that wait included), in milliseconds. */
  sqlite: { lock: 5000, statement: 10_000 },
  /**
   * PostgreSQL: connections per server; timeouts in milliseconds. The server itself ends a slow `statement` and an `idle`
   * transaction. The client's timeout (`answer`) is longer, since a statement that the client gives up may still be carried
   * out.
   */
  postgres: { connections: 10, connect: 5000, statement: 8000, idle: 8000, answer: 10_000 },
  /** A move to PostgreSQL, in milliseconds: as in `storing`, and how often to check whether all mails are sent. */
  move: { change: 10 * 60 * 1000, settle: 10_000, poll: 200 },
  /** How often PostgreSQL is asked for the state of the news, and how long a page waits for a database's answer, in milliseconds. */
  newsPoll: { interval: 1000, wait: 500 },
  /** How long a scrape of the metrics waits for the database, in milliseconds. */
  scrape: 800,
  /** How many characters an encoded word of a mail's subject has: RFC 2047 allows 75. */
  mailWord: 52,
  /** The outbox; times in milliseconds. */
  outbox: {
    /** How many mails a server sends at the same time, each over its own connection: what Exchange Online allows one sender. */
    concurrency: 3,
    /** How long an idle connection to the mail server stays open. */
    idleConnection: 10_000,
    /** How often a server looks for mails that another one stored or that are due again. */
    pollInterval: 5000,
    /** How long a mail belongs to the sender that took it; afterwards another may take it. Longer than `send`. */
    lease: 30_000,
    /** Timeouts of sending one mail, and of each network step. */
    send: 25_000,
    connect: 10_000,
    /** How long a stopping server waits for the mails that it is sending. */
    shutdown: 5000,
    /** Backoff of one mail: the delay after its first failure, which doubles with each further one, up to `longest`. */
    mailBackoff: { first: 1000, longest: 60 * 60 * 1000 },
    /**
     * How long a mail is retried, counted from its first failed try, before it is given up: while the mail server refuses
     * its recipient for good (`refused`), and after any other failure (`failing`). An owner's wrong address can be fixed for
     * a day; a visitor's can't be fixed at all. RFC 5321 wants four to five days, but a late confirmation only confuses.
     */
    giveUp: {
      notice: { refused: 24 * 60 * 60 * 1000, failing: 5 * 24 * 60 * 60 * 1000 },
      confirmation: { refused: 0, failing: 24 * 60 * 60 * 1000 },
    },
    /** Of how many messages a process remembers the traces, so that their mails belong to them. */
    tracedMessages: 200,
    /** Number of tries after which a waiting mail means that no mails can be sent. */
    unwell: 3,
    /** Backoff of all mails together, so that a mail server that is down isn't tried once per mail. */
    serverBackoff: { first: 500, longest: 15_000 },
  },
} as const;
