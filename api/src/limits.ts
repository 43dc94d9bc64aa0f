/** The limits that the API alone keeps; those that it shares with the form are in `@site/shared/contract/limits.ts`. */
export const limits = {
  /** Most characters of the contact form's fields. 254 is the longest address that SMTP can carry (RFC 5321). */
  contact: { name: 100, email: 254, subject: 200, message: 10_000 },
  /** Largest body of a request, in bytes. */
  body: 32 * 1024,
  /** How many messages one address may send in a time window (in milliseconds), refused ones included. */
  contactRate: { max: 30, timeWindow: 10 * 60 * 1000 },
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
  /** How old a server's knowledge of the news may be where asking costs a round trip, in milliseconds. */
  newsLook: 1000,
} as const;
