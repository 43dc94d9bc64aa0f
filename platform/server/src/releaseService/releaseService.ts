import { join } from 'node:path';
import { type Trust, trustFile } from '@site/releases/signing/Trust.ts';
import { servicePath } from '@site/releases/store/ServiceStore.ts';
import { OperatorError } from '@site/shared/contract/OperatorError.ts';
import type { FastifyInstance } from 'fastify';
import { openWritableStore } from '../openStore.ts';
import { audienceOf, reportsFolder, type Settings, trustedKeysFile } from '../settings.ts';
import { liveRoutes } from './liveRoutes.ts';
import { Publisher, type PublisherOptions } from './Publisher.ts';
import { ReceivedRequests } from './ReceivedRequests.ts';
import { Senders } from './Senders.ts';
import { sendErrorOf } from './sendError.ts';
import { storeIndex } from './storeIndex.ts';
import { Uploads } from './Uploads.ts';
import { arrivalRoutes, fileRoutes, forgetRoute, previewRoute } from './versionRoutes.ts';

/** The path of the service on its server. */
export const servicePrefix = '/releases';

/**
 * Whose requests the service accepts.
 *
 * @throws {OperatorError} SITE-KEYS when no keys are trusted: anybody could release
 */
export function serviceTrust(settings: Settings, onProblem?: (error: unknown) => void): Trust {
  const file = trustedKeysFile(settings);
  if (file !== undefined) return trustFile(file, audienceOf(settings), onProblem);
  throw new OperatorError(
    'SITE-KEYS',
    'The release service needs the keys of those who may release: set TRUSTED_KEYS. docs/security.md says how they are made.',
  );
}

/**
 * Accepts releases over HTTP into the store of the settings: signed by a team's key, verified and rendered. Servers elsewhere
 * may follow the store here.
 */
export async function releaseService(server: FastifyInstance, options: PublisherOptions): Promise<void> {
  const { settings, trust } = options;
  const store = await openWritableStore(settings.RELEASES);
  const uploads = new Uploads(join(settings.DATA_DIR, 'uploads'));
  const publisher = new Publisher(options, store, uploads);
  const received = new ReceivedRequests(settings.DATA_DIR);
  const senders = new Senders(trust, received, settings);
  server.addHook('onClose', async () => received.close());
  server.removeAllContentTypeParsers();
  // Each route reads its own body, once the sender is known, since only the route knows the limit.
  server.addContentTypeParser('*', (_request, payload, done) => done(null, payload));
  server.setErrorHandler(sendErrorOf(settings));
  const parts = { settings, trust, store, uploads, publisher, senders };
  await server.register(
    async (routes) => {
      routes.get(`/${servicePath.index}`, senders.signed(), async (_request, reply) => {
        reply.header('cache-control', 'no-store');
        return await storeIndex(store, reportsFolder(settings), trust);
      });
      liveRoutes(routes, parts);
      fileRoutes(routes, parts);
      arrivalRoutes(routes, parts);
      previewRoute(routes, parts);
      forgetRoute(routes, parts);
    },
    { prefix: servicePrefix },
  );
}
