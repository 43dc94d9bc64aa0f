/** `npm run serve`: starts the site on what is live in the release store. */
import { explain } from '@site/http/settings.ts';
import { readSettings } from './settings.ts';
import { startSite } from './startSite.ts';

try {
  const settings = readSettings(process.env);
  // Before the site is there nothing has to be finished: copies that are cut off are made anew.
  let stop = async (): Promise<void> => process.exit();
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void stop());
  const site = await startSite(settings);
  stop = site.stop;
  console.log(`ready ${site.origin}`);
} catch (error) {
  console.error(explain(error));
  process.exit(1);
}
