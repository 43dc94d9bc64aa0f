/** What a first view may weigh on the wire, in bytes as brotli sends them. Measured values: docs/decisions/014. */
export const budgets = {
  /** The document: with the style sheets and the drawings of the first screen in it. */
  document: 34_000,
  /** The style sheets in the document, compressed for themselves. */
  styles: 13_000,
  /** All scripts of a page together, and each of its parts. */
  scripts: 120_000,
  scriptParts: { vendor: 93_000, shell: 18_500, container: 4_700, page: 6_500 },
  fonts: 60_000,
  /** The home page with all that it ever loads, pictures on the way down included. */
  wholeHome: 240_000,
  /** Document, scripts, fonts, and pictures that are not awaited until the visitor comes to them. */
  requests: 10,
} as const;
