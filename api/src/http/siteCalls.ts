import { xsrf } from '@site/shared/contract/api.ts';
import type { FastifyInstance } from 'fastify';
import { keyHeader } from '../contact/key.ts';

/** How long a browser may remember that it may call, in seconds. */
const preflightKept = 600;

/**
 * Lets the pages of the site, and no others, call from an origin of their own: that of a static host, which can't
 * pass calls on. https://fetch.spec.whatwg.org/#http-cors-protocol
 */
export function siteCalls(api: FastifyInstance, siteOrigin: string | undefined): void {
  if (!siteOrigin) return;
  api.addHook('onRequest', async (request, reply) => {
    reply.header('vary', 'origin');
    if (request.headers.origin !== siteOrigin) return;
    reply.headers({
      'access-control-allow-origin': siteOrigin,
      'access-control-allow-credentials': 'true',
      'access-control-expose-headers': `retry-after, ${xsrf.header}`,
    });
    if (request.method !== 'OPTIONS') return;
    reply.headers({
      'access-control-allow-methods': 'GET, POST',
      'access-control-allow-headers': `content-type, ${keyHeader}, ${xsrf.header}`,
      'access-control-max-age': preflightKept,
    });
    return reply.code(204).send();
  });
}
