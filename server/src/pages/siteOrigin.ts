import { isIPv6 } from 'node:net';
import type { FastifyInstance } from 'fastify';
import type { Settings } from '../settings.ts';

/** What a server listens on that takes whatever address the machine has. */
const everyAddress: readonly string[] = ['0.0.0.0', '::'];

/**
 * Tells the origin that absolute addresses begin with: the one that is set, or else that of the server itself. Never one
 * that a request names: whoever asks first would choose it for all who are then shown the same page.
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
