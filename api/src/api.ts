import cookie from '@fastify/cookie';
import rateLimit from '@fastify/rate-limit';
import { networkOf } from '@site/node/networkOf.ts';
import type { FastifyInstance, FastifyPluginAsync } from 'fastify';
import { type ApiOptions, contactRoute } from './contact/route.ts';
import { Problem, sendProblem } from './errors/Problem.ts';
import { newsRoutes } from './news/routes.ts';
import { allowSiteOrigin } from './security/cors.ts';
import { xsrfRoute } from './security/csrf.ts';
import { rateLimitStore } from './security/rateLimit.ts';

/**
 * The API as a Fastify plugin, below `/api/v1`. It changes nothing outside that path, and leaves the database open: the code
 * that opened it closes it.
 */
export function createApi(options: ApiOptions): FastifyPluginAsync {
  return async (server) => {
    await server.register((api) => addRoutes(api, options), { prefix: '/api/v1' });
  };
}

async function addRoutes(api: FastifyInstance, options: ApiOptions): Promise<void> {
  acceptOnlyJson(api);
  api.setErrorHandler(sendProblem);
  api.addHook('onRequest', async (_request, reply) => {
    reply.headers({ 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' });
  });
  await allowSiteOrigin(api, options.siteOrigin);
  // The site server may have this plugin already; it can be registered only once.
  if (!api.hasRequestDecorator('cookies')) await api.register(cookie);
  // If the database can't count, it can't store a message either, and that error says why.
  await api.register(rateLimit, {
    global: false,
    skipOnError: true,
    keyGenerator: ({ ip }) => networkOf(ip),
    store: rateLimitStore(options.database),
  });
  xsrfRoute(api, options.siteOrigin);
  newsRoutes(api, options.database);
  contactRoute(api, options);
  // A route, not a not-found handler: otherwise the site server's page routes would answer for missing API routes.
  api.all('/*', async () => {
    throw new Problem(404, 'not_found');
  });
}

/** Removes the parsers that the site server has for its forms. JSON that tries to change a prototype is refused. */
function acceptOnlyJson(api: FastifyInstance): void {
  api.removeAllContentTypeParsers();
  api.addContentTypeParser('application/json', { parseAs: 'string' }, api.getDefaultJsonParser('error', 'error'));
}
