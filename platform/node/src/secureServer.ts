import type { Socket } from 'node:net';
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { limits } from './limits.ts';
import { type ParserError, refuseMalformed } from './refuseMalformed.ts';
import { newRequestId, requestIdName } from './requestId.ts';
import { isHttpsOrigin, secureHeaders } from './secureHeaders.ts';

/** Options for `http.createServer`: slow clients can't hold connections open. Use them together with `secureServer`. */
export const connectionOptions = {
  keepAliveTimeout: limits.connection.keepAlive,
  headersTimeout: limits.connection.headers,
  requestTimeout: limits.connection.request,
  connectionsCheckingInterval: 1_000,
  maxHeaderSize: limits.headers.all,
  // Node itself would answer requests without a host, without the site's headers. `validateHost` does it instead.
  requireHostHeader: false,
} as const;

type ErrorHandler = (error: FastifyError, request: FastifyRequest, reply: FastifyReply) => FastifyReply;

/**
 * Options for Fastify: requests that Fastify and Node refuse before any hook runs get the same headers as all others. Use
 * them together with `secureServer`.
 */
export const secureServerOptions = (siteOrigin: string | undefined, handleError: ErrorHandler) => ({
  frameworkErrors: (error: FastifyError, request: FastifyRequest, reply: FastifyReply) =>
    void handleError(
      error,
      request,
      reply.headers({ ...headersFor(request, siteOrigin), [requestIdName]: request.id }),
    ),
  clientErrorHandler(this: FastifyInstance, error: ParserError, socket: Socket) {
    // More data on a refused connection is malformed too; it was already answered.
    if (!socket.writable) return;
    const reqId = newRequestId();
    this.log.info({ reqId, code: error.code }, 'malformed');
    refuseMalformed(error, socket, { ...secureHeaders(isHttpsOrigin(siteOrigin)), [requestIdName]: reqId });
  },
});

/** Adds the security headers to every response, and validates the host. Call it before adding hooks. `OpenConnections` limits response times. */
export function secureServer(server: FastifyInstance, siteOrigin: string | undefined): void {
  server.addHook('onRequest', async (request, reply) => void reply.headers(headersFor(request, siteOrigin)));
  validateHost(server);
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
