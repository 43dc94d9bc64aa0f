import { randomUUID } from 'node:crypto';
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
