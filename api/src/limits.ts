/** The limits that the API alone keeps; those that it shares with the form are in `@site/shared/contract/limits.ts`. */
export const limits = {
  /** Most characters of the contact form's fields. 254 is the longest address that SMTP can carry (RFC 5321). */
  contact: { name: 100, email: 254, subject: 200, message: 10_000 },
  /** Largest body of a request, in bytes. */
  body: 32 * 1024,
  /** How many messages one address may send in a time window (in milliseconds), refused ones included. */
  contactRate: { max: 30, timeWindow: 10 * 60 * 1000 },
  /** Most characters of a news item's texts and addresses. */
  news: { uid: 200, slug: 100, title: 300, source: 60, type: 30, url: 2000 },
  /** How long a process waits for another one that writes to the same SQLite file, in milliseconds. */
  databaseWait: 5000,
} as const;
