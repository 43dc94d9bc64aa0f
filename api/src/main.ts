import { explain } from '@site/http/settings.ts';
import { feedWatchdog } from '@site/http/watchdog.ts';
import { startApi } from './server.ts';
import { readProcessSettings } from './settings.ts';

try {
  const api = await startApi(readProcessSettings(process.env));
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void api.close());
  feedWatchdog();
  console.log(`ready ${api.origin}`);
} catch (error) {
  console.error(explain(error));
  process.exitCode = 1;
}
