import { loadSettings } from '@site/node/envFile.ts';
import { logCrashes, printFailure, printWarning } from '@site/node/logLines.ts';
import { announceReady, feedWatchdog, stopOnSignals } from '@site/node/serviceManager.ts';
import { startWarnings } from '@site/node/startWarnings.ts';
import { startApi } from './server.ts';
import { readProcessSettings } from './settings.ts';

logCrashes();
try {
  loadSettings();
  const settings = readProcessSettings(process.env);
  for (const warning of startWarnings(settings.DATA_DIR, 'api')) printWarning(warning);
  const api = await startApi(settings);
  stopOnSignals(() => api.close());
  feedWatchdog();
  announceReady(api.origin);
} catch (error) {
  printFailure(error);
  process.exitCode = 1;
}
