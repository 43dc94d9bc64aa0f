import type { IncomingHttpHeaders } from 'node:http';

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
