import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { isOwnCall } from './isOwnCall.ts';
import { RefusedError } from './RefusedError.ts';
import type { SiteMetrics } from './SiteMetrics.ts';

/** Counts every answer, refusals among them, and logs it at level `info`: what kind it was, never for whom or of which address. */
export function countRequests(server: FastifyInstance, { requests, rejections }: SiteMetrics): void {
  server.addHook('onResponse', async (request, reply) => {
    if (isOwnCall(request)) return;
    const kind = kindOf(request, reply);
    requests.inc({ kind, status: `${Math.floor(reply.statusCode / 100)}xx` });
    const milliseconds = Math.round(reply.elapsedTime);
    request.log.info({ kind, method: request.method, status: reply.statusCode, milliseconds }, 'answered');
  });
  server.addHook('onError', async (_request, _reply, error) => {
    if (error instanceof RefusedError) rejections.inc({ reason: error.reason });
  });
}

/** Few kinds, whatever is asked for. */
function kindOf({ routeOptions: { url = '' } }: FastifyRequest, reply: FastifyReply): string {
  if (url.startsWith('/api/')) return 'api';
  if (url === '/assets/*') return 'asset';
  if (url !== '/' && url !== '/*') return 'other';
  return String(reply.getHeader('content-type')).startsWith('text/html') ? 'page' : 'file';
}
