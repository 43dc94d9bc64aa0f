/** What a first view may weigh on the wire, in bytes as brotli sends them. Measured values: docs/decisions/014. */
export const budgets = {
  /** The document: with the style sheets and the drawings of the first screen in it. */
  document: 30_000,
  /** The style sheets in the document, compressed for themselves. */
  styles: 10_500,
  /** All scripts of a page together, and each of its parts. */
  scripts: 116_500,
  scriptParts: { vendor: 88_000, shell: 18_700, container: 4_700, page: 5_900 },
  fonts: 60_000,
  /** The home page with all that it ever loads, pictures on the way down included. */
  wholeHome: 216_000,
  /** Document, scripts, fonts, and pictures that are not awaited until the visitor comes to them. */
  requests: 10,
} as const;
