import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';

/** A new token: 256 random bits. */
export const newXsrfToken = (): string => randomBytes(32).toString('base64url');

/** Whether a text has the form of a token. It is sent back in a header, which other characters could break. */
export const isToken = (text: string | undefined): text is string => /^[\w-]{16,128}$/.test(text ?? '');

/** Whether two tokens are the same, compared in constant time. A missing or empty one never is. */
export function isSameToken(given: unknown, expected: unknown): boolean {
  if (typeof given !== 'string' || typeof expected !== 'string' || given === '') return false;
  return timingSafeEqual(digest(given), digest(expected));
}

/** `timingSafeEqual` needs equal lengths, which digests have. */
const digest = (text: string): Buffer => createHash('sha256').update(text).digest();

/**
 * Whether a browser says that a request comes from another site. A client that sends neither header isn't a current browser.
 *
 * @param host host and port that the request was sent to
 * @param siteOrigin public origin of the site, if it differs from the host: behind a proxy, or on a static host
 */
export function isCrossSite(headers: IncomingHttpHeaders, host: string, siteOrigin?: string): boolean {
  // No page can send another page's Origin.
  if (siteOrigin !== undefined && headers.origin === siteOrigin) return false;
  // Older browsers, and all on plain http, send only Origin, so Sec-Fetch-Site decides where it is present. `same-site`
  // isn't trusted: hosts of one domain can set cookies for each other.
  const fetchSite = headers['sec-fetch-site'];
  if (fetchSite !== undefined) return fetchSite !== 'same-origin' && fetchSite !== 'none';
  if (headers.origin === undefined) return false;
  const from = hostOf(headers.origin);
  return from === undefined || (from !== host.toLowerCase() && from !== hostOf(siteOrigin));
}

const hostOf = (origin: string | undefined): string | undefined => (origin && URL.parse(origin)?.host) || undefined;
