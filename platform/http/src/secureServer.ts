import type { Socket } from 'node:net';
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { limits } from './limits.ts';
import { newRequestId, requestIdName } from './requestId.ts';
import { isHttpsOrigin, secureHeaders } from './secureHeaders.ts';

/** Options for `http.createServer`: slow clients can't hold connections open. Use them together with `secureServer`. */
export const connectionOptions = {
  keepAliveTimeout: limits.connection.keepAlive,
  headersTimeout: limits.connection.headers,
  requestTimeout: limits.connection.request,
  connectionsCheckingInterval: 1_000,
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
  clientErrorHandler(this: FastifyInstance, error: NodeJS.ErrnoException, socket: Socket) {
    // More data on a refused connection is malformed too; it was already answered.
    if (!socket.writable) return;
    const reqId = newRequestId();
    this.log.info({ reqId, code: error.code }, 'malformed');
    answerMalformed(error, socket, { ...secureHeaders(isHttpsOrigin(siteOrigin)), [requestIdName]: reqId });
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

/** The response to a parser error. */
interface Refusal {
  readonly status: string;
  readonly text: string;
  readonly headers?: Readonly<Record<string, string>>;
}

const malformed: Refusal = {
  status: '400 Bad Request',
  text: 'SITE-REQUEST The site does not understand this request.',
};

/** Answers to Node's parser errors by their codes; all others are `malformed`. */
const refusals: Readonly<Record<string, Refusal>> = {
  ERR_HTTP_REQUEST_TIMEOUT: { ...malformed, status: '408 Request Timeout' },
  HPE_CHUNK_EXTENSIONS_OVERFLOW: { ...malformed, status: '413 Content Too Large' },
  HPE_HEADER_OVERFLOW: {
    status: '431 Request Header Fields Too Large',
    text: 'SITE-REQUEST The headers of this request are too large. Cookies of this site are removed: please load the page again.',
    // A script can set cookies that a browser then sends with every request. Without this header, those visitors would never
    // get a page again.
    headers: { 'clear-site-data': '"cookies"' },
  },
};

/**
 * Answers a malformed request and ends its connection, whose further data can't be trusted. It is closed a moment later:
 * otherwise a client that is still sending would lose the response.
 */
function answerMalformed(
  { code }: NodeJS.ErrnoException,
  socket: Socket,
  headers: Readonly<Record<string, string>>,
): void {
  if (code === 'ECONNRESET') return void socket.destroy();
  const refusal = refusals[code ?? ''] ?? malformed;
  const lines = Object.entries({
    ...headers,
    ...refusal.headers,
    'cache-control': 'no-store',
    'content-type': 'text/plain; charset=utf-8',
    'content-length': String(Buffer.byteLength(refusal.text)),
    connection: 'close',
  }).map(([name, value]) => `${name}: ${value}`);
  socket.end([`HTTP/1.1 ${refusal.status}`, ...lines, '', refusal.text].join('\r\n'));
  const timer = setTimeout(() => socket.destroy(), limits.connection.refused).unref();
  socket.once('close', () => clearTimeout(timer));
}
