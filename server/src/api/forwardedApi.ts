import proxy from '@fastify/http-proxy';
import type { FetchedRequest } from '@site/shell/render/messages.ts';
import type { FastifyBaseLogger } from 'fastify';
import { limits } from '../limits.ts';
import { noStore, retryAfter } from '../pages/makePage.ts';
import type { ApiBackend } from './ApiBackend.ts';
import { trustedHeaders } from './trustedHeaders.ts';

/** An API elsewhere: the site forwards the browser's calls to it, cookies and headers included, and renders from it. */
export function forwardedApi(origin: string): ApiBackend {
  let log: FastifyBaseLogger | undefined;
  return {
    register: async (server) => {
      log = server.log;
      await server.register(proxy, {
        upstream: origin,
        prefix: '/api/v1',
        rewritePrefix: '/api/v1',
        // It would log whole addresses.
        disableRequestLogging: true,
        undici: {
          headersTimeout: limits.apiAnswer,
          bodyTimeout: limits.apiAnswer,
          // The library trusts every certificate unless it is told.
          connect: { rejectUnauthorized: true },
        },
        replyOptions: {
          // An API that ends closes its connections: what only reads is asked once more over another one.
          retriesCount: 1,
          onError: (reply, { error }) => {
            log?.error({ err: error }, `SITE-API ${origin} gave no answer.`);
            const text = 'SITE-API The API gives no answer just now. Please try again in a moment.';
            reply
              .code(503)
              .headers({ ...noStore, ...retryAfter })
              .type('text/plain; charset=utf-8')
              .send(text);
          },
          // The API compares Origin with Host, and counts messages by address. What it is told is what this server
          // believes: it trusts this server, and must not be made to trust the visitor.
          rewriteRequestHeaders: (request, headers) => ({
            ...headers,
            host: request.headers.host,
            'x-forwarded-for': request.ip,
            'x-forwarded-host': request.host,
            'x-forwarded-proto': request.protocol,
          }),
        },
      });
    },
    call: async (request, { address }) => {
      try {
        const response = await fetch(origin + request.path, {
          method: request.method,
          headers: { ...trustedHeaders(request), 'x-forwarded-for': address },
          signal: AbortSignal.timeout(request.method === 'GET' ? limits.apiCall.read : limits.apiCall.write),
          ...(request.body !== undefined && { body: request.body }),
        });
        if (response.status >= 500)
          log?.error(`SITE-API ${origin}${pathOf(request)} answered with status ${response.status}.`);
        const type = response.headers.get('content-type') ?? '';
        return { status: response.status, headers: { 'content-type': type }, body: await response.text() };
      } catch (error) {
        log?.error({ err: error }, `SITE-API ${origin}${pathOf(request)} gave no answer.`);
        return { status: 0, headers: {}, body: '' };
      }
    },
    newsState: async () => String(Math.floor(Date.now() / limits.newsFresh)),
    checks: {},
    measure: () => {},
    close: async () => {},
  };
}

/** What the log may have of a call's address: a query may carry what a visitor has typed. */
const pathOf = ({ path }: FetchedRequest): string => path.split('?')[0] ?? '';
