import { join } from 'node:path';
import { servicePath } from '@site/releases/store/ServiceStore.ts';
import type { FastifyInstance } from 'fastify';
import { Arrivals } from './Arrivals.ts';
import { liveRoutes } from './liveRoutes.ts';
import { logRoute } from './logRoute.ts';
import { ReceivedRequests } from './ReceivedRequests.ts';
import { Senders } from './Senders.ts';
import type { ServiceOptions } from './ServiceOptions.ts';
import { sendErrorOf } from './sendError.ts';
import { storeIndex } from './storeIndex.ts';
import { Uploads } from './Uploads.ts';
import { arrivalRoutes, fileRoutes, forgetRoute, previewRoute } from './versionRoutes.ts';

/** The path of the service on its server. */
export const servicePrefix = '/releases';

/**
 * Accepts releases over HTTP into a store: signed by a team's key, verified and rendered. Servers elsewhere may follow the
 * store here.
 */
export async function releaseService(server: FastifyInstance, options: ServiceOptions): Promise<void> {
  const { settings, trust } = options;
  const uploads = new Uploads(join(settings.DATA_DIR, 'uploads'));
  const arrivals = new Arrivals(options, uploads);
  const received = new ReceivedRequests(settings.DATA_DIR);
  const senders = new Senders(trust, received, settings);
  server.addHook('onClose', async () => received.close());
  server.removeAllContentTypeParsers();
  // Each route reads its own body, once the sender is known, since only the route knows the limit.
  server.addContentTypeParser('*', (_request, payload, done) => done(null, payload));
  server.setErrorHandler(sendErrorOf(settings));
  const parts = { ...options, uploads, arrivals, senders };
  await server.register(
    async (routes) => {
      routes.get(`/${servicePath.index}`, senders.signed(), async (_request, reply) => {
        reply.header('cache-control', 'no-store');
        return await storeIndex(options);
      });
      liveRoutes(routes, parts);
      logRoute(routes, parts);
      fileRoutes(routes, parts);
      arrivalRoutes(routes, parts);
      previewRoute(routes, parts);
      forgetRoute(routes, parts);
    },
    { prefix: servicePrefix },
  );
}
