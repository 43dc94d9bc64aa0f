import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { feedWatchdog } from '@site/node/serviceManager.ts';
import { createSite } from './createSite.ts';
import { startingServer } from './failure/startingServer.ts';
import { followStore } from './followStore.ts';
import { reportServer } from './operations/reportServer.ts';
import { originAt, siteOrigin } from './pages/siteOrigin.ts';
import type { Peers } from './servers/Peers.ts';
import type { Settings } from './settings.ts';
import { tellOwner } from './tellOwner.ts';

/** A site that is ready for visitors. */
export interface StartedSite {
  /** Where it answers, such as `http://127.0.0.1:3000`. */
  readonly origin: string;
  /** Shuts down gracefully: answers the running requests first. */
  readonly stop: () => Promise<void>;
}

/**
 * Starts the site on what is live in the store of the settings. It answers from its first moment, unless another server does,
 * and resolves when it is ready.
 *
 * @param peers the other servers on its port, if there are any
 * @throws {OperatorError} as `createSite`
 */
export async function startSite(settings: Settings, peers?: Peers): Promise<StartedSite> {
  const starting = startingServer(settings.SITE_ORIGIN);
  const listen = async () => {
    starting.server.listen({ port: settings.PORT, host: settings.HOST });
    await once(starting.server, 'listening');
  };
  const waits = peers?.listensAtOnce === false;
  if (!waits) await listen();
  feedWatchdog();
  const site = await createSite(settings, followStore(settings, { waitsForStore: true }), undefined, starting, peers);
  await tellOwner(site, settings);
  await site.ready();
  if (waits) {
    await peers.whenReady();
    await listen();
  }
  const { port } = starting.server.address() as AddressInfo;
  const address = originAt(settings.HOST, port);
  const forget = await reportServer(site, settings, {
    address,
    number: peers?.number,
    origin: siteOrigin(site, settings)(),
  });
  const stop = async () => {
    await forget();
    await site.drain();
    await site.close();
  };
  return { origin: address, stop };
}
