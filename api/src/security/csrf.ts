import { isCrossSite, isSameToken, isToken, newXsrfToken } from '@site/node/csrf.ts';
import { isHttpsOrigin } from '@site/node/secureHeaders.ts';
import { xsrf } from '@site/shared/contract/api.ts';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { Problem } from '../errors/Problem.ts';

/**
 * `GET /xsrf`: gives a browser its token. Pages can't, since they come from shared caches. A page from another origin than
 * the API's can't read the cookie, so the token is in a header as well.
 */
export function xsrfRoute(api: FastifyInstance, siteOrigin: string | undefined): void {
  api.get('/xsrf', async (request, reply) => {
    const known = tokensOf(request).find(isToken);
    const token = known ?? newXsrfToken();
    reply.header(xsrf.header, token);
    if (known === undefined) {
      const secure = request.protocol === 'https' || isHttpsOrigin(siteOrigin);
      reply.setCookie(xsrf.cookie, token, { path: '/', sameSite: 'lax', secure, httpOnly: false });
    }
    return await reply.code(204).send();
  });
}

/** Creates the hook that refuses requests that another site makes a visitor's browser send. */
export function csrfGuard(siteOrigin: string | undefined): (request: FastifyRequest) => Promise<void> {
  return async (request) => {
    if (isCrossSite(request.headers, request.host, siteOrigin)) throw new Problem(403, 'cross_site');
    const given = request.headers[xsrf.header];
    if (!tokensOf(request).some((token) => isSameToken(token, given))) throw new Problem(403, 'xsrf_mismatch');
  };
}

/** The tokens in a request's cookies: another program on the host may have one of this name, with another path. */
const tokensOf = ({ headers, server }: FastifyRequest): readonly string[] =>
  (headers.cookie ?? '').split(';').flatMap((pair) => server.parseCookie(pair.trim())[xsrf.cookie] ?? []);
