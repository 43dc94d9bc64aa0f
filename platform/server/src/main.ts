/** `npm run serve`: starts the site on what is live in the release store. */
import { loadEnvFile } from '@site/http/envFile.ts';
import { logCrashes, printFailure } from '@site/http/logLines.ts';
import { announceReady, stopOnSignals } from '@site/http/serviceManager.ts';
import { readSettings } from './settings.ts';
import { startSite } from './startSite.ts';

logCrashes();
try {
  loadEnvFile();
  const settings = readSettings(process.env);
  // Until the site has started, nothing needs to finish: interrupted copies are made again at the next start.
  let stop = async (): Promise<void> => process.exit();
  stopOnSignals(() => stop());
  const site = await startSite(settings);
  stop = site.stop;
  announceReady(site.origin);
} catch (error) {
  printFailure(error);
  process.exit(1);
}
