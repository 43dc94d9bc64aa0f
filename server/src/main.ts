/** `npm run serve`: starts the site on what is live in the release store. */
import { explain } from '@site/http/settings.ts';
import { announceSite, followStore } from './followStore.ts';
import { siteOrigin } from './pages/siteOrigin.ts';
import { readSettings } from './settings.ts';
import { createSite } from './site.ts';

try {
  const settings = readSettings(process.env);
  const site = await createSite(settings, followStore(settings));
  let forget = async () => {};
  const stop = async () => {
    await forget();
    await site.drain();
    await site.close();
  };
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void stop());
  const address = await site.listen({ port: settings.PORT, host: settings.HOST });
  forget = await announceSite(site, settings, siteOrigin(site, settings)());
  console.log(`ready ${address}`);
} catch (error) {
  console.error(explain(error));
  process.exit(1);
}
