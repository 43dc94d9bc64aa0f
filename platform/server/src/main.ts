/** `npm run serve`: starts the site on what is live in the release store. */
import cluster from 'node:cluster';
import { loadSettings } from '@site/node/envFile.ts';
import { logCrashes, printFailure, printWarning } from '@site/node/logLines.ts';
import { announceReady, stopOnSignals } from '@site/node/serviceManager.ts';
import { isOurs } from '@site/node/settingNames.ts';
import { startWarnings } from '@site/node/startWarnings.ts';
import { readSettings, type Settings } from './settings.ts';

logCrashes();
try {
  const environment = { ...process.env };
  // After a reload, servers read the file again. What systemd read at the start would contradict it. Node's own variables stay:
  // it reads them before any file.
  for (const name of loadSettings().filter(isOurs)) delete environment[name];
  const settings = readSettings(process.env);
  if (cluster.isPrimary) for (const warning of startWarnings(settings.DATA_DIR, 'site')) printWarning(warning);
  if (settings.SERVERS > 1 && cluster.isPrimary) {
    const { supervise } = await import('./servers/supervise.ts');
    await supervise(settings.SERVERS, environment);
  } else await serve(settings);
} catch (error) {
  printFailure(error);
  process.exit(1);
}

/** Serves the site with this process, alone or as one of several. */
async function serve(settings: Settings): Promise<void> {
  // Until the site has started, nothing needs to finish: interrupted copies are made again at the next start.
  let stop = async (): Promise<void> => process.exit();
  stopOnSignals(() => stop());
  const peers = cluster.isWorker ? new (await import('./servers/Peers.ts')).Peers(() => stop()) : undefined;
  const { startSite } = await import('./startSite.ts');
  const site = await startSite(settings, peers);
  stop = async () => {
    await site.stop();
    // Otherwise the connection to the supervisor keeps this process running.
    if (peers) process.exit();
  };
  if (peers) peers.announceReady(site.origin);
  else announceReady(site.origin);
}
