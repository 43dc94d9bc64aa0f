import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { feedWatchdog } from '@site/http/serviceManager.ts';
import { startingServer } from './failure/startingServer.ts';
import { announceSite, followStore } from './followStore.ts';
import { originAt, siteOrigin } from './pages/siteOrigin.ts';
import type { Settings } from './settings.ts';
import { createSite } from './site.ts';

/** A site that is ready for visitors. */
export interface StartedSite {
  /** Where it answers, such as `http://127.0.0.1:3000`. */
  readonly origin: string;
  /** Shuts down gracefully: answers the running requests first. */
  readonly stop: () => Promise<void>;
}

/**
 * Starts the site on what is live in the store of the settings. It answers from its first moment, and resolves when it is ready.
 *
 * @throws {OperatorError} as `createSite`
 */
export async function startSite(settings: Settings): Promise<StartedSite> {
  const starting = startingServer(settings.SITE_ORIGIN);
  starting.server.listen({ port: settings.PORT, host: settings.HOST });
  await once(starting.server, 'listening');
  feedWatchdog();
  const site = await createSite(settings, followStore(settings, true), undefined, starting);
  await site.ready();
  const forget = await announceSite(site, settings, siteOrigin(site, settings)());
  const { port } = starting.server.address() as AddressInfo;
  const stop = async () => {
    await forget();
    await site.drain();
    await site.close();
  };
  return { origin: originAt(settings.HOST, port), stop };
}
