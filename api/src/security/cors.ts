import cors from '@fastify/cors';
import { keyHeader, xsrf } from '@site/shared/contract/api.ts';
import type { FastifyInstance } from 'fastify';

/** How long a browser may remember the answer to a preflight, in seconds. */
const preflightMaxAge = 600;

/**
 * Lets only the site's pages call the API from another origin: that of a static host, which can't forward calls. Without a
 * known site origin no other origin may call.
 */
export async function allowSiteOrigin(api: FastifyInstance, siteOrigin: string | undefined): Promise<void> {
  if (!siteOrigin) return;
  await api.register(cors, {
    // A fixed string would put the headers on answers to every origin.
    origin: (origin, done) => done(null, origin === siteOrigin),
    credentials: true,
    methods: ['GET', 'POST'],
    allowedHeaders: ['content-type', keyHeader, xsrf.header],
    exposedHeaders: ['retry-after', xsrf.header],
    maxAge: preflightMaxAge,
  });
}
