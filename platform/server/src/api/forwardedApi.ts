import proxy, { type FastifyHttpProxyOptions } from '@fastify/http-proxy';
import type { UsageCount } from '@site/api/usage/counts.ts';
import { usagePath } from '@site/api/usage/usageRoute.ts';
import { readBody } from '@site/node/readBody.ts';
import { newRequestId } from '@site/node/requestId.ts';
import { type ApiCall, noAnswer, requestHeaders } from '@site/renderer/apiCalls.ts';
import type { FastifyBaseLogger } from 'fastify';
import { serverLimits } from '../limits.ts';
import { noStore, retryAfter } from '../pages/headers.ts';
import { type ApiBackend, answerHeaders, trustedHeaders } from './ApiBackend.ts';
import { apiCheck } from './apiCheck.ts';

/**
 * An API elsewhere: the site forwards browsers' calls to it, with cookies and headers, and makes the calls of pages.
 *
 * @param token of its metrics, with which it takes counts
 */
export function forwardedApi(origin: string, token?: string): ApiBackend {
  let log: FastifyBaseLogger | undefined;
  return {
    register: async (server) => {
      log = server.log;
      await server.register(proxy, forwardingTo(origin, server.log));
    },
    call: async (request, { address, span, requestId: reqId = newRequestId() }) => {
      try {
        const response = await fetch(origin + request.path, {
          method: request.method,
          headers: {
            ...trustedHeaders(request),
            ...requestHeaders({ span, requestId: reqId }),
            'x-forwarded-for': address,
          },
          signal: AbortSignal.timeout(
            request.method === 'GET' ? serverLimits.apiCall.read : serverLimits.apiCall.write,
          ),
          ...(request.body !== undefined && { body: request.body }),
        });
        if (response.status >= 500)
          log?.error({ reqId }, `SITE-API ${origin}${loggedPath(request)} answered with status ${response.status}.`);
        const headers = answerHeaders((name) => response.headers.get(name));
        return { status: response.status, headers, body: await readBody(response, serverLimits.apiAnswerSize) };
      } catch (error) {
        log?.error({ reqId, err: error }, `SITE-API ${origin}${loggedPath(request)} gave no answer.`);
        return noAnswer;
      }
    },
    newsState: async () => String(Math.floor(Date.now() / serverLimits.newsFresh)),
    checks: { api: apiCheck(origin) },
    addUsage: token === undefined ? undefined : (counts) => sendUsage(origin, token, counts),
    usage: undefined,
    measure: () => {},
    close: async () => {},
  };
}

/** Sends counts to the API. One that isn't ours, or of an earlier version, refuses them. */
async function sendUsage(origin: string, token: string, counts: readonly UsageCount[]): Promise<void> {
  const { status } = await fetch(origin + usagePath, {
    method: 'POST',
    redirect: 'manual',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify(counts),
    signal: AbortSignal.timeout(serverLimits.apiCall.write),
  });
  if (status !== 204) throw new Error(`${origin}${usagePath} answered with status ${status}.`);
}

/** How browsers' calls are forwarded. */
const forwardingTo = (origin: string, log: FastifyBaseLogger): FastifyHttpProxyOptions => ({
  upstream: origin,
  prefix: '/api/v1',
  rewritePrefix: '/api/v1',
  // Its log would contain whole addresses.
  disableRequestLogging: true,
  undici: {
    headersTimeout: serverLimits.apiAnswer,
    bodyTimeout: serverLimits.apiAnswer,
    // The library trusts every certificate by default.
    connect: { rejectUnauthorized: true },
  },
  replyOptions: {
    // An API that shuts down closes its connections: GET requests are retried once over another one.
    retriesCount: 1,
    onError: (reply, { error }) => {
      log.error({ reqId: reply.request.id, err: error }, `SITE-API ${origin} gave no answer.`);
      const text = 'SITE-API The API gives no answer just now. Please try again in a moment.';
      reply
        .code(503)
        .headers({ ...noStore, ...retryAfter })
        .type('text/plain; charset=utf-8')
        .send(text);
    },
    // The API compares Origin with Host, and limits messages by address. It trusts this server, so these headers carry
    // what this server has verified, not what the visitor sent.
    rewriteRequestHeaders: (request, { tracestate: _, ...headers }) => ({
      ...headers,
      ...requestHeaders({ span: request.span, requestId: String(request.id) }),
      host: request.headers.host,
      'x-forwarded-for': request.ip,
      'x-forwarded-host': request.host,
      'x-forwarded-proto': request.protocol,
    }),
  },
});

/** The path of a call for the log: its query may contain what a visitor typed. */
const loggedPath = ({ path }: ApiCall): string => path.split('?')[0] ?? '';
