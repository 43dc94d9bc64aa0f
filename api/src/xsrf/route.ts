import type { FastifyInstance } from 'fastify';
import { newXsrfToken, xsrfCookie } from './token.ts';

/** `GET /xsrf`: gives a browser its token. Pages come from shared caches and can't set it. */
export function xsrfRoute(api: FastifyInstance, siteOrigin: string | undefined): void {
  api.get('/xsrf', async (request, reply) => {
    if (!request.cookies[xsrfCookie]) {
      const secure = request.protocol === 'https' || (siteOrigin?.startsWith('https:') ?? false);
      reply.setCookie(xsrfCookie, newXsrfToken(), { path: '/', sameSite: 'lax', secure, httpOnly: false });
    }
    return await reply.code(204).send();
  });
}
