/** The limits that the API alone keeps; those that it shares with the form are in `@site/shared/contract/limits.ts`. */
export const limits = {
  /** Most characters of the contact form's fields. 254 is the longest address that SMTP can carry (RFC 5321). */
  contact: { name: 100, email: 254, subject: 200, message: 10_000 },
  /** Largest body of a request, in bytes. */
  body: 32 * 1024,
  /** How many messages one address may send in a time window (in milliseconds), refused ones included. */
  contactRate: { max: 30, timeWindow: 10 * 60 * 1000 },
  /** How long the same message, word for word, counts as the one that is stored already, in milliseconds. */
  sameMessage: 10 * 60 * 1000,
  /** How often one text may come in a time window (in milliseconds), whoever sends it and under whatever subject. */
  sameText: { max: 50, timeWindow: 60 * 60 * 1000 },
  /** How many confirmations one recipient gets in a time window (in milliseconds), whoever has given that address. */
  confirmations: { max: 3, timeWindow: 24 * 60 * 60 * 1000 },
  /** When to try again while the database can't be written, in seconds. */
  storageRetry: 10,
  /** How often old messages, counts and keys are removed, in milliseconds. */
  housekeeping: 24 * 60 * 60 * 1000,
  /** Most characters of a news item’s texts and addresses; `standIn`: of the text that stands in for a missing title. */
  news: { uid: 200, slug: 100, title: 300, source: 60, type: 30, url: 2000, standIn: 100 },
  /** How many items of one feed are taken: the newest. The blog shows all that is stored. */
  feedItems: 100,
  /** How many characters of an item’s HTML are looked at: its first words are near its beginning. */
  feedHtml: 10_000,
  /** What a download of news may take: bytes (unpacked), milliseconds in all, redirects. */
  download: { bytes: 5 * 1024 * 1024, time: 15_000, redirects: 5 },
  /** How long a process waits for another one that writes to the same SQLite file, in milliseconds. */
  databaseWait: 5000,
  /** PostgreSQL: connections of one server, and how long it waits for a connection and for an answer, in milliseconds. */
  postgres: { connections: 10, connect: 5000, statement: 10_000 },
  /** Where asking for the state of the news costs a round trip: how often, and how long a page waits for it, in milliseconds. */
  newsLook: { every: 1000, wait: 500 },
  /** The outbox; times in milliseconds. */
  outbox: {
    /** How many mails a server hands over at the same time, each over a connection of its own: as many as Exchange Online lets one sender have. */
    atOnce: 3,
    /** How long a connection to the mail server is kept for the next mail. */
    keep: 10_000,
    /** How often a server looks for mails that another one has stored, or that are due again. */
    look: 5000,
    /** How long a mail belongs to the sender that took it. One that was killed meanwhile loses it; longer than `send`. */
    lease: 30_000,
    /** How long handing over one mail may take in all, and each of its parts. */
    send: 25_000,
    connect: 10_000,
    /** How long a closing server waits for the mails that are on their way. */
    finish: 5000,
    /** From a failed try to the next: the first pause, which doubles with every failure, and the longest. */
    backOff: { first: 1000, longest: 60 * 60 * 1000 },
    /** The same for the sender as a whole, so that a dead mail server isn't asked for every mail. */
    rest: { first: 500, longest: 15_000 },
  },
} as const;
