import type { FastifyInstance } from 'fastify';

/**
 * Answers requests without a host, and those that expect what HTTP doesn't know. Node would do it by itself, past
 * every header of the site. The server is made with `requireHostHeader: false`.
 */
export function answerOddRequests(server: FastifyInstance): void {
  // A server may take an expectation that it doesn't know for none (RFC 9110, 10.1.1).
  server.server.on('checkExpectation', (request, response) => server.server.emit('request', request, response));
  server.addHook('onRequest', async ({ headers, raw }, reply) => {
    if (headers.host !== undefined || raw.httpVersion === '1.0') return;
    reply.header('cache-control', 'no-store').type('text/plain; charset=utf-8');
    return await reply.code(400).send('SITE-REQUEST The request names no host.');
  });
}
