/** Limits and delays (in milliseconds) of a CDN that is told what changes. */
export const cdnLimits = {
  /** How long it keeps a page, and sends the earlier one while it fetches a page that changed. */
  lifetime: 365 * 24 * 60 * 60_000,
  revalidation: 5_000,
  /** How often the server looks for changes. */
  look: 200,
  /** How many changes one request names; Cloudflare takes 30. */
  tags: 30,
  /** How long a request may take. */
  request: 5_000,
  /** After how long a request that failed is repeated. */
  backoff: { first: 500, longest: 60_000 },
  /** After how long one that succeeded is repeated: when no page of the earlier state can still be on its way. */
  again: 20_000,
} as const;
