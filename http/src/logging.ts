import { randomUUID } from 'node:crypto';
import { type FastifyInstance, type FastifyServerOptions, LogController } from 'fastify';

/** A new id for a request. */
export const newRequestId = (): string => randomUUID();

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
    genReqId: newRequestId,
  }) satisfies FastifyServerOptions;

/** The header with the id of a request, by which the log names it. */
export const requestIdName = 'x-request-id';

/** Adds the id of its request to each response. It replaces that of an API elsewhere, whose answer is passed on. */
export function requestIdHeader(server: FastifyInstance): void {
  server.addHook('onSend', async (request, reply) => void reply.header(requestIdName, request.id));
}
