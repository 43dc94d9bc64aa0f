import { explain } from '@site/http/settings.ts';
import { readEnvironment } from './environment.ts';
import { startApi } from './server.ts';

try {
  const api = await startApi(readEnvironment(process.env));
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void api.close());
  console.log(`ready ${api.origin}`);
} catch (error) {
  console.error(explain(error));
  process.exitCode = 1;
}
