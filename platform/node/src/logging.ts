import { type FastifyInstance, type FastifyServerOptions, LogController } from 'fastify';
import { logStream } from './logLines.ts';
import { requestIdName, requestIds } from './requestId.ts';

/**
 * What is logged about requests and errors. Other properties of database errors (`detail`, `where`) quote the stored values.
 */
export const logSerializers = {
  req: ({ method }: { method: string }) => ({ method }),
  err: logError,
};

interface LoggedError {
  readonly type: string;
  readonly message: string;
  readonly stack: string;
  readonly [name: string]: unknown;
}

function logError(error: Error): LoggedError {
  const { name, message, stack = '', cause } = error;
  return {
    type: name,
    message,
    stack,
    ...('code' in error && { code: error.code }),
    ...(cause instanceof Error && { cause: logError(cause) }),
  };
}

/**
 * Options for Fastify: problems are logged to stderr, as lines of JSON or as text for a person, each with the id of its
 * request and nothing about the visitor. Stdout gets only the line that says where the server listens.
 *
 * @param proxies proxies whose request ids are used, as in the setting `TRUST_PROXY`
 * @param isTraced whether lines about requests name their traces, too
 */
export const logging = (level: string, proxies: string, isTraced = false) =>
  ({
    logger: { level, stream: logStream(), serializers: logSerializers, ...(isTraced && { mixin: traceOf }) },
    // Request logs would contain the visitors' addresses.
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: requestIds(proxies),
  }) satisfies FastifyServerOptions;

/** The trace of a line that names a request without that request's own logger. */
const traceOf = ({ reqId }: { readonly reqId?: unknown }): object => (reqId === undefined ? {} : { trace_id: reqId });

/** Adds the id of its request to each response. It replaces the one in a response that is passed on from an API elsewhere. */
export function requestIdHeader(server: FastifyInstance): void {
  server.addHook('onSend', async (request, reply) => void reply.header(requestIdName, request.id));
}

/** Logs every response at level `info`: its route, never its address, which may contain what a visitor typed. */
export function logAnswers(server: FastifyInstance): void {
  server.addHook('onResponse', async ({ method, routeOptions, log }, { statusCode: status, elapsedTime }) =>
    log.info({ method, path: routeOptions.url, status, milliseconds: Math.round(elapsedTime) }, 'answered'),
  );
}
