import { loadSettings } from '@site/http/envFile.ts';
import { logCrashes, printFailure } from '@site/http/logLines.ts';
import { announceReady, feedWatchdog, stopOnSignals } from '@site/http/serviceManager.ts';
import { startApi } from './server.ts';
import { readProcessSettings } from './settings.ts';

logCrashes();
try {
  loadSettings();
  const api = await startApi(readProcessSettings(process.env));
  stopOnSignals(() => api.close());
  feedWatchdog();
  announceReady(api.origin);
} catch (error) {
  printFailure(error);
  process.exitCode = 1;
}
