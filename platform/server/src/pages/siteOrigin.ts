import { isIP, isIPv6 } from 'node:net';
import type { FastifyInstance } from 'fastify';
import type { Settings } from '../settings.ts';

/** Addresses that mean all addresses of the machine. */
const everyAddress: readonly string[] = ['0.0.0.0', '::'];

/**
 * The origin of absolute addresses: SITE_ORIGIN, or else the server's own. Never the request's: its sender could choose
 * what others see on a cached page.
 */
export const siteOrigin =
  ({ server }: Pick<FastifyInstance, 'server'>, { SITE_ORIGIN, HOST, PORT }: Settings): (() => string) =>
  () => {
    if (SITE_ORIGIN) return SITE_ORIGIN;
    const address = server.address();
    const port = typeof address === 'object' && address ? address.port : PORT;
    return originAt(HOST, port);
  };

/** The origin of a server, for a browser on the same machine. */
export function originAt(host: string, port: number): string {
  const local = everyAddress.includes(host) ? 'localhost' : host;
  return new URL(`http://${isIPv6(local) ? `[${local}]` : local}:${port}`).origin;
}

/** Warns once when visitors use a host name but SITE_ORIGIN is not set. */
export function warnMissingOrigin(
  server: FastifyInstance,
  { SITE_ORIGIN }: Pick<Settings, 'SITE_ORIGIN'>,
  origin: () => string,
): void {
  let isDone = SITE_ORIGIN !== undefined;
  server.addHook('onRequest', async ({ headers }) => {
    if (isDone || !isHostName(headers.host)) return;
    isDone = true;
    // The name isn't logged: anyone can send any name.
    server.log.warn(
      `SITE-ORIGIN SITE_ORIGIN is not set, and visitors use another name than ${origin()}, which search engines are told.`,
    );
  });
}

/** Whether a host is more than an IP address or the machine itself. */
function isHostName(host: string | undefined): boolean {
  const name = URL.parse(`http://${host}`)?.hostname ?? '';
  return name !== '' && !/(?:^|\.)localhost$/.test(name) && isIP(name.replace(/^\[|\]$/g, '')) === 0;
}
