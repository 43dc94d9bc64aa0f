import { DatabaseOpenError } from './database/DatabaseOpenError.ts';
import { EnvironmentError, readEnvironment } from './environment.ts';
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
  if (error instanceof EnvironmentError || error instanceof DatabaseOpenError) return error.message;
  if (!(error instanceof Error) || !('code' in error)) return error;
  if (error.code === 'EADDRINUSE') return `${error.message}. Stop the other server, or set PORT to a free one.`;
  if (error.code === 'EACCES') return `${error.message}. Set PORT to 1024 or more, or allow this user to take it.`;
  if (error.code === 'EADDRNOTAVAIL' || error.code === 'ENOTFOUND')
    return `${error.message}. Set HOST to an address of this machine.`;
  return error;
}
