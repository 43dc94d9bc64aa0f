import { randomUUID } from 'node:crypto';
import { type FastifyInstance, type FastifyServerOptions, LogController } from 'fastify';

/**
 * Options for Fastify: problems are logged to stderr as lines of JSON, each with the id of its request and nothing about
 * the visitor. Stdout has only the line that says where the server listens.
 */
export const logging = (level: string) =>
  ({
    logger: { level, stream: process.stderr, serializers: { req: ({ method }: { method: string }) => ({ method }) } },
    // Request logs would contain the visitors' addresses.
    logController: new LogController({ disableRequestLogging: true }),
    // Never the id that a request brings: visitors must not be able to write to the log.
    genReqId: () => randomUUID(),
  }) satisfies FastifyServerOptions;

/** Adds `x-request-id` to responses, except those that caches keep: it would be wrong for all later visitors. */
export function requestIdHeader(server: FastifyInstance): void {
  server.addHook('onSend', async (request, reply) => {
    if (!String(reply.getHeader('cache-control')).includes('max-age')) reply.header('x-request-id', request.id);
  });
}
