import { randomUUID } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { type FastifyServerOptions, LogController } from 'fastify';

/**
 * How a server logs: a line of JSON on the error stream for each problem, with the id of its request and nothing that
 * tells who the visitor is or what they wrote. The output has only the line that says where the server is.
 */
export const logging = (level: string) =>
  ({
    logger: { level, stream: process.stderr, serializers: { req: ({ method }: { method: string }) => ({ method }) } },
    // Its lines would carry the visitors' addresses.
    logController: new LogController({ disableRequestLogging: true }),
    // Never the id that a request brings: a visitor must not write the log.
    genReqId: () => randomUUID(),
  }) satisfies FastifyServerOptions;

/** The header of an answer under whose value the log has what went wrong with its request. */
const header = 'x-request-id';

/** Gives answers the id of their request. What caches keep gets none: others would be shown it. */
export function requestIdHeader(server: FastifyInstance): void {
  server.addHook('onSend', async (request, reply) => {
    if (!String(reply.getHeader('cache-control')).includes('max-age')) reply.header(header, request.id);
  });
}
