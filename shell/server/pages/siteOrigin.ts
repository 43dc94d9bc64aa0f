import type { FastifyRequest } from 'fastify';
import type { Settings } from '../settings.ts';

/** The site's origin for absolute addresses: the one that is set, or the one that a request was sent to. */
export function siteOrigin(
  { protocol, host }: Pick<FastifyRequest, 'protocol' | 'host'>,
  { SITE_ORIGIN, HOST, PORT }: Settings,
): string {
  if (SITE_ORIGIN) return SITE_ORIGIN;
  // A request may name no host, or something that is none.
  return URL.parse(`${protocol}://${host}`)?.origin ?? `http://${HOST}:${PORT}`;
}
