import { cdnLimits } from './limits.ts';

/** How a CDN is told what a page was made of, and what has changed. */
export interface CdnDialect {
  /** The headers by which the CDN keeps a page until one of its tags is purged. */
  readonly headersOf: (tags: readonly string[]) => Readonly<Record<string, string>>;
  /** The request that makes the CDN fetch the pages with these tags again. */
  readonly purgeOf: (tags: readonly string[]) => RequestInit;
}

/** A year unless it is purged; then how long an old page may be sent while it is fetched again, or while the site fails. */
const lifetimeOf = (staleFor: number): string =>
  `max-age=${cdnLimits.lifetime / 1000}, stale-while-revalidate=${cdnLimits.revalidation / 1000}, stale-if-error=${staleFor / 1000}`;

const dialects = {
  /**
   * Fastly, Varnish with `vmod_xkey`, and anything that understands a POST with the header `Surrogate-Key`.
   *
   * @see https://www.fastly.com/documentation/reference/api/purging/
   */
  surrogateKey: (token, lifetime) => ({
    headersOf: (tags) => ({ 'surrogate-control': lifetime, 'surrogate-key': tags.join(' ') }),
    purgeOf: (tags) => ({
      headers: {
        'surrogate-key': tags.join(' '),
        'fastly-soft-purge': '1',
        ...(token !== undefined && { 'fastly-key': token, authorization: `Bearer ${token}` }),
      },
    }),
  }),
  /** @see https://developers.cloudflare.com/cache/how-to/purge-cache/purge-by-tags/ */
  cacheTag: (token, lifetime) => ({
    headersOf: (tags) => ({ 'cdn-cache-control': `public, ${lifetime}`, 'cache-tag': tags.join(',') }),
    purgeOf: (tags) => ({
      headers: {
        'content-type': 'application/json',
        ...(token !== undefined && { authorization: `Bearer ${token}` }),
      },
      body: JSON.stringify({ tags }),
    }),
  }),
} satisfies Record<string, (token: string | undefined, lifetime: string) => CdnDialect>;

/**
 * The dialect of the CDN at an address: Cloudflare's for `…/purge_cache`, else surrogate keys.
 *
 * @param token the CDN's API token
 * @param staleFor for how many milliseconds it may send old pages while the site fails
 */
export const dialectAt = (address: string, token: string | undefined, staleFor: number): CdnDialect =>
  dialects[new URL(address).pathname.endsWith('/purge_cache') ? 'cacheTag' : 'surrogateKey'](
    token,
    lifetimeOf(staleFor),
  );
