import type { FastifyInstance } from 'fastify';

/** The header of an answer under whose value the log has what went wrong with its request. */
const requestIdHeader = 'x-request-id';

/** Gives answers the id of their request. What caches keep gets none: others would be shown it. */
export function tellRequestId(server: FastifyInstance): void {
  server.addHook('onSend', async (request, reply) => {
    if (!String(reply.getHeader('cache-control')).includes('max-age')) reply.header(requestIdHeader, request.id);
  });
}
