import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { limits } from './limits.ts';

/** How Node holds the connections of a server: who sends slowly, or stops half way, is not waited for. */
export const connections = {
  keepAliveTimeout: limits.connection.kept,
  headersTimeout: limits.connection.headersReceived,
  requestTimeout: limits.connection.requestReceived,
  connectionsCheckingInterval: 1_000,
  // Node would answer such requests by itself, past every header of ours: `validateHost` does it.
  requireHostHeader: false,
} as const;

/**
 * Ends the connections of clients that take their time to read an answer, so that they can't take up every connection
 * that the server can have. Node waits for them for ever.
 *
 * @param patience how long an answer may take, from the request to its last byte, in milliseconds
 */
export function responseTimeout(server: Server, patience: number): void {
  server.on('request', ({ socket }, response) => {
    const timer = setTimeout(() => socket.destroy(), patience).unref();
    response.once('close', () => clearTimeout(timer));
  });
}

/** Statuses of what Node refuses before it is a request; everything else is 400. */
const statuses: Readonly<Record<string, string>> = {
  ERR_HTTP_REQUEST_TIMEOUT: '408 Request Timeout',
  HPE_HEADER_OVERFLOW: '431 Request Header Fields Too Large',
  HPE_CHUNK_EXTENSIONS_OVERFLOW: '413 Content Too Large',
};

/** Answers bytes that are no request, and ends their connection: what comes next on it can't be trusted. */
export function answerMalformed(
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

/**
 * Answers requests without a host, and those that expect what HTTP doesn't know. Node would do it by itself, past
 * every header of the site. The server is made with `requireHostHeader: false`.
 */
export function validateHost(server: FastifyInstance): void {
  // A server may take an expectation that it doesn't know for none (RFC 9110, 10.1.1).
  server.server.on('checkExpectation', (request, response) => server.server.emit('request', request, response));
  server.addHook('onRequest', async ({ headers, raw }, reply) => {
    if (headers.host !== undefined || raw.httpVersion === '1.0') return;
    reply.header('cache-control', 'no-store').type('text/plain; charset=utf-8');
    return await reply.code(400).send('SITE-REQUEST The request names no host.');
  });
}
