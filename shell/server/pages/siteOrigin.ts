import type { IncomingMessage } from 'node:http';
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

/** The same, as far as it can be told without trusting a proxy; nothing when one has its say. */
export function untrustingOrigin(
  { headers }: IncomingMessage,
  { SITE_ORIGIN }: Pick<Settings, 'SITE_ORIGIN'>,
): string | undefined {
  if (SITE_ORIGIN) return SITE_ORIGIN;
  return headers['x-forwarded-proto'] === undefined ? `http://${headers.host}` : undefined;
}
