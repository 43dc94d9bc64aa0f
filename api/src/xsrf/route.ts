import { isToken, newXsrfToken } from '@site/http/csrf.ts';
import { xsrf } from '@site/shared/contract/api.ts';
import type { FastifyInstance } from 'fastify';

/**
 * `GET /xsrf`: gives a browser its token. Pages come from shared caches and can't set it. A page from another origin than
 * the API's can't read the cookie: for it the token is in a header as well.
 */
export function xsrfRoute(api: FastifyInstance, siteOrigin: string | undefined): void {
  api.get('/xsrf', async (request, reply) => {
    const known = request.cookies[xsrf.cookie];
    const isKnown = isToken(known);
    const token = isKnown ? known : newXsrfToken();
    reply.header(xsrf.header, token);
    if (!isKnown) {
      const secure = request.protocol === 'https' || (siteOrigin?.startsWith('https:') ?? false);
      reply.setCookie(xsrf.cookie, token, { path: '/', sameSite: 'lax', secure, httpOnly: false });
    }
    return await reply.code(204).send();
  });
}
