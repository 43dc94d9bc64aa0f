import { type FastifyInstance, type FastifyServerOptions, LogController } from 'fastify';
import { logStream } from './logLines.ts';
import { requestIdName, requestIds } from './requestId.ts';

/**
 * What the log has of requests and errors. The other properties of a database's errors quote what was to be stored (`detail`,
 * `where`).
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
 * Options for Fastify: problems are logged to stderr, as lines of JSON or for a person as text, each with the id of its request and nothing
 * about the visitor. Stdout has only the line that says where the server listens.
 *
 * @param proxies whose request ids are taken over: as the setting `TRUST_PROXY`
 */
export const logging = (level: string, proxies: string) =>
  ({
    logger: { level, stream: logStream(), serializers: logSerializers },
    // Request logs would contain the visitors' addresses.
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: requestIds(proxies),
  }) satisfies FastifyServerOptions;

/** Adds the id of its request to each response. It replaces that of an API elsewhere, whose answer is passed on. */
export function requestIdHeader(server: FastifyInstance): void {
  server.addHook('onSend', async (request, reply) => void reply.header(requestIdName, request.id));
}

/** Logs every answer at level `info`: which route, never the address itself, which may contain what a visitor typed. */
export function logAnswers(server: FastifyInstance): void {
  server.addHook('onResponse', async ({ method, routeOptions, log }, { statusCode: status, elapsedTime }) =>
    log.info({ method, path: routeOptions.url, status, milliseconds: Math.round(elapsedTime) }, 'answered'),
  );
}
