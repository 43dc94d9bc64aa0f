import type { FastifyInstance } from 'fastify';
import type { Registry } from 'prom-client';
import { isSameToken } from './csrf.ts';

/** The path that Prometheus scrapes. */
export const metricsPath = '/metrics';

/**
 * Serves metrics to requests with `Authorization: Bearer TOKEN`. Without a token there is no such route. The client's
 * address would prove nothing: behind a proxy on the same machine every visitor has that of the machine.
 */
export function metricsRoute(server: FastifyInstance, registry: Registry, token: string | undefined): void {
  if (!token) return;
  server.get(metricsPath, async ({ headers }, reply) => {
    reply.header('cache-control', 'no-store');
    if (!isSameToken(headers.authorization, `Bearer ${token}`))
      return await reply.code(401).header('www-authenticate', 'Bearer').type('text/plain').send('A token is needed.');
    return await reply.type(registry.contentType).send(await registry.metrics());
  });
}
