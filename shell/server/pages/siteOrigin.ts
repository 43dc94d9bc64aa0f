import type { FastifyRequest } from 'fastify';
import type { Settings } from '../settings.ts';

/**
 * The site's origin for absolute addresses: the one that is set, or the one that a request was sent to. That is what
 * caches tell requests apart by; where a proxy changes the Host header, the origin must be set.
 */
export function siteOrigin(
  { protocol, headers }: Pick<FastifyRequest, 'protocol' | 'headers'>,
  { SITE_ORIGIN, HOST, PORT }: Settings,
): string {
  if (SITE_ORIGIN) return SITE_ORIGIN;
  // A request may name no host, or something that is none.
  return URL.parse(`${protocol}://${headers.host}`)?.origin ?? `http://${HOST}:${PORT}`;
}
