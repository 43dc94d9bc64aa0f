import { listenProblem, SettingsError } from '@site/http/settings.ts';
import { DatabaseOpenError } from './database/DatabaseOpenError.ts';
import { readEnvironment } from './environment.ts';
import { startApi } from './server.ts';

try {
  const api = await startApi(readEnvironment(process.env));
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void api.close());
  console.log(`ready ${api.origin}`);
} catch (error) {
  console.error(messageOf(error));
  process.exitCode = 1;
}

/** One line for what the owner can mend, everything for what only a developer can. */
function messageOf(error: unknown): unknown {
  if (error instanceof SettingsError || error instanceof DatabaseOpenError) return error.message;
  return listenProblem(error) ?? error;
}
