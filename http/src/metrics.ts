import { createHash, timingSafeEqual } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import type { Registry } from 'prom-client';

/** Where Prometheus asks. */
export const metricsPath = '/metrics';

/**
 * Shows metrics to whoever has the token, as `Authorization: Bearer TOKEN`. Without a token there is no such route: an
 * address proves nothing, since behind a proxy on the same machine every visitor has that of the machine.
 */
export function metricsRoute(server: FastifyInstance, registry: Registry, token: string | undefined): void {
  if (!token) return;
  const expected = digest(`Bearer ${token}`);
  server.get(metricsPath, async ({ headers }, reply) => {
    reply.header('cache-control', 'no-store');
    if (!timingSafeEqual(digest(headers.authorization ?? ''), expected)) {
      return await reply.code(401).header('www-authenticate', 'Bearer').type('text/plain').send('A token is needed.');
    }
    return await reply.type(registry.contentType).send(await registry.metrics());
  });
}

/** Texts of different lengths can't be compared in constant time; their digests can. */
const digest = (text: string): Buffer => createHash('sha256').update(text).digest();
