import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';

/** A new token: 256 random bits. */
export function newXsrfToken(): string {
  return randomBytes(32).toString('base64url');
}

/** Whether a text can be a token of ours. It is sent back in a header: what could not stand there is none. */
export const isToken = (text: string | undefined): text is string => /^[\w-]{16,128}$/.test(text ?? '');

/** Whether cookie and header carry the same token. The time it takes says nothing about them. */
export function isSameToken(cookie: unknown, header: unknown): boolean {
  if (typeof cookie !== 'string' || typeof header !== 'string' || cookie === '') return false;
  return timingSafeEqual(digest(cookie), digest(header));
}

function digest(value: string): Buffer {
  return createHash('sha256').update(value).digest();
}

/**
 * Whether a browser says that a request comes from another site. A caller that says nothing is no browser of our time.
 *
 * @param host host and port that the request was sent to
 * @param siteOrigin public origin of the site, where it differs: because of a proxy, or of a static host
 */
export function isCrossSite(headers: IncomingHttpHeaders, host: string, siteOrigin?: string): boolean {
  const fetchSite = headers['sec-fetch-site'];
  // A static site has an origin of its own; browsers let no page claim another's.
  if (siteOrigin !== undefined && headers.origin === siteOrigin) return false;
  // No page can forge this header, so where it is present it decides; older browsers and plain http have only Origin.
  // Hosts that share a domain are not trusted either: they can set cookies for each other.
  if (fetchSite !== undefined) return fetchSite !== 'same-origin' && fetchSite !== 'none';
  if (headers.origin === undefined) return false;
  const from = hostOf(headers.origin);
  return from === undefined || (from !== host.toLowerCase() && from !== hostOf(siteOrigin));
}

function hostOf(origin: string | undefined): string | undefined {
  return (origin && URL.parse(origin)?.host) || undefined;
}
