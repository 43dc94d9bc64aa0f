import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { limits } from './limits.ts';
import { newRequestId, requestIdName } from './logging.ts';
import { isHttpsOrigin, secureHeaders } from './secureHeaders.ts';

/** Options for `http.createServer`: slow clients can't hold connections open. Use them together with `secureServer`. */
export const connectionOptions = {
  keepAliveTimeout: limits.connection.keepAlive,
  headersTimeout: limits.connection.headers,
  requestTimeout: limits.connection.request,
  connectionsCheckingInterval: 1_000,
  // Node would answer requests without a host itself, without the site's headers. `validateHost` does it instead.
  requireHostHeader: false,
} as const;

type ErrorHandler = (error: FastifyError, request: FastifyRequest, reply: FastifyReply) => FastifyReply;

/**
 * Options for Fastify: what Fastify and Node refuse before any hook runs is answered with the same headers as everything
 * else. Use them together with `secureServer`.
 */
export const secureServerOptions = (siteOrigin: string | undefined, handleError: ErrorHandler) => ({
  frameworkErrors: (error: FastifyError, request: FastifyRequest, reply: FastifyReply) =>
    void handleError(
      error,
      request,
      reply.headers({ ...headersFor(request, siteOrigin), [requestIdName]: request.id }),
    ),
  clientErrorHandler(this: FastifyInstance, error: NodeJS.ErrnoException, socket: Socket) {
    const reqId = newRequestId();
    this.log.info({ reqId, code: error.code }, 'malformed');
    answerMalformed(error, socket, { ...secureHeaders(isHttpsOrigin(siteOrigin)), [requestIdName]: reqId });
  },
});

/** Adds the security headers to every answer, validates the host, and limits response times. Call it before adding hooks. */
export function secureServer(server: FastifyInstance, siteOrigin: string | undefined): void {
  server.addHook('onRequest', async (request, reply) => void reply.headers(headersFor(request, siteOrigin)));
  validateHost(server);
  responseTimeout(server.server, limits.connection.response);
}

const headersFor = ({ protocol }: FastifyRequest, siteOrigin: string | undefined) =>
  secureHeaders(isHttpsOrigin(siteOrigin) || protocol === 'https');

/** Refuses requests without a host and ignores unknown expectations. Node would answer both without the site's headers. */
function validateHost(server: FastifyInstance): void {
  // A server may ignore an expectation that it doesn't know (RFC 9110, 10.1.1).
  server.server.on('checkExpectation', (request, response) => server.server.emit('request', request, response));
  server.addHook('onRequest', async ({ headers, raw }, reply) => {
    if (headers.host !== undefined || raw.httpVersion === '1.0') return;
    reply.header('cache-control', 'no-store').type('text/plain; charset=utf-8');
    return await reply.code(400).send('SITE-REQUEST The request names no host.');
  });
}

/**
 * Closes the connections of clients that read a response too slowly, so that they can't use up all connections. Node has
 * no timeout for that.
 *
 * @param timeout from the request to the last byte of its response, in milliseconds
 */
export function responseTimeout(server: Server, timeout: number): void {
  server.on('request', ({ socket }, response) => {
    const timer = setTimeout(() => socket.destroy(), timeout).unref();
    response.once('close', () => clearTimeout(timer));
  });
}

/** The statuses of Node's parser errors; the others are 400. */
const statuses: Readonly<Record<string, string>> = {
  ERR_HTTP_REQUEST_TIMEOUT: '408 Request Timeout',
  HPE_HEADER_OVERFLOW: '431 Request Header Fields Too Large',
  HPE_CHUNK_EXTENSIONS_OVERFLOW: '413 Content Too Large',
};

/** Answers a malformed request and closes its connection: whatever follows on it can't be trusted. */
function answerMalformed(
  { code }: NodeJS.ErrnoException,
  socket: Socket,
  headers: Readonly<Record<string, string>>,
): void {
  if (code === 'ECONNRESET' || !socket.writable) return void socket.destroy();
  const body = 'SITE-REQUEST This is no request that the site understands.';
  const lines = Object.entries({
    ...headers,
    'cache-control': 'no-store',
    'content-type': 'text/plain; charset=utf-8',
    'content-length': String(body.length),
    connection: 'close',
  }).map(([name, value]) => `${name}: ${value}`);
  const status = statuses[code ?? ''] ?? '400 Bad Request';
  socket.end([`HTTP/1.1 ${status}`, ...lines, '', body].join('\r\n'), () => socket.destroy());
}
