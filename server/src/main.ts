/** `npm run serve`: starts the site on what is live in the release store. */
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { explain } from '@site/http/settings.ts';
import { feedWatchdog } from '@site/http/watchdog.ts';
import { announceSite, followStore } from './followStore.ts';
import { startingServer } from './operations/startingServer.ts';
import { originAt, siteOrigin } from './pages/siteOrigin.ts';
import { readSettings } from './settings.ts';
import { createSite } from './site.ts';

try {
  const settings = readSettings(process.env);
  // Before the site is there nothing has to be finished: copies that are cut off are made anew.
  let stop = async (): Promise<void> => process.exit();
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void stop());
  const starting = startingServer(settings.SITE_ORIGIN);
  starting.server.listen({ port: settings.PORT, host: settings.HOST });
  await once(starting.server, 'listening');
  feedWatchdog();
  const site = await createSite(settings, followStore(settings, true), undefined, starting);
  await site.ready();
  let forget = async () => {};
  stop = async () => {
    await forget();
    await site.drain();
    await site.close();
  };
  forget = await announceSite(site, settings, siteOrigin(site, settings)());
  const { port } = starting.server.address() as AddressInfo;
  console.log(`ready ${originAt(settings.HOST, port)}`);
} catch (error) {
  console.error(explain(error));
  process.exit(1);
}
