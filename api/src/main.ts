import { loadSettings } from '@site/http/envFile.ts';
import { logCrashes, printFailure, printWarning } from '@site/http/logLines.ts';
import { announceReady, feedWatchdog, stopOnSignals } from '@site/http/serviceManager.ts';
import { startWarnings } from '@site/http/startWarnings.ts';
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
