import cookie from '@fastify/cookie';
import rateLimit from '@fastify/rate-limit';
import type { FastifyInstance, FastifyPluginAsync } from 'fastify';
import { sharedRates } from './abuse/sharedRates.ts';
import { blogRoutes } from './blog/routes.ts';
import { contactRoute } from './contact/route.ts';
import type { Database } from './database/schema.ts';
import { answerFailure } from './errors/handler.ts';
import { Problem } from './errors/Problem.ts';
import { siteCalls } from './http/siteCalls.ts';
import { xsrfRoute } from './xsrf/route.ts';

/** What the API needs from the server that it runs in. */
export interface ApiOptions {
  readonly database: Database;
  /** Public origin of the site, such as `https://www.example.com`; needed when a proxy changes the `Host` header. */
  readonly siteOrigin?: string | undefined;
  /** Whether visitors get a mail that confirms their message. */
  readonly confirms?: boolean | undefined;
  /** Called when a message was stored, and its mails with it. */
  readonly onStored?: (() => void) | undefined;
  /** How many messages one address may send in `timeWindow` milliseconds; default: see `limits.ts`. */
  readonly contactRate?: { readonly max: number; readonly timeWindow: number } | undefined;
}

/**
 * The API as a Fastify plugin, below `/api/v1`. It changes nothing outside of that path, and leaves the database open
 * when the server closes: whoever opened it closes it.
 */
export function createApi(options: ApiOptions): FastifyPluginAsync {
  return async (server) => {
    await server.register((api) => routes(api, options), { prefix: '/api/v1' });
  };
}

async function routes(api: FastifyInstance, options: ApiOptions): Promise<void> {
  takeOnlyJson(api);
  api.setErrorHandler(answerFailure);
  api.addHook('onRequest', async (_request, reply) => {
    reply.headers({ 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' });
  });
  siteCalls(api, options.siteOrigin);
  // The server may have this plugin already, and takes it only once.
  if (!api.hasRequestDecorator('cookies')) await api.register(cookie);
  // While the database can't count, storing a message fails as well, with an answer that says why.
  await api.register(rateLimit, { global: false, skipOnError: true, store: sharedRates(options.database) });
  xsrfRoute(api, options.siteOrigin);
  blogRoutes(api, options.database);
  contactRoute(api, options);
  // A route, not a not-found handler: the server's own routes for pages must not catch what is missing here.
  api.all('/*', async () => {
    throw new Problem(404, 'not_found');
  });
}

/** Drops the parsers that the server has for its forms. Bodies that try to reach a prototype are refused. */
function takeOnlyJson(api: FastifyInstance): void {
  api.removeAllContentTypeParsers();
  api.addContentTypeParser('application/json', { parseAs: 'string' }, api.getDefaultJsonParser('error', 'error'));
}
