import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { prepareDataFolder } from './dataFolder.ts';

/** The locks of this process. The system removes them when it ends, however it ends. */
const held: DatabaseSync[] = [];

/**
 * What an operator should know before a server starts: it runs as root in production, or another one has its data folder.
 *
 * @param program servers of another program may have the same folder
 */
export function startWarnings(
  folder: string,
  program: 'site' | 'api',
  { NODE_ENV }: NodeJS.ProcessEnv = process.env,
  user = process.getuid?.(),
): readonly string[] {
  const warnings: string[] = [];
  if (user === 0 && NODE_ENV === 'production')
    warnings.push(
      'SITE-ROOT This server runs as root: a flaw in it would give away the machine, and what it writes belongs to root. Start it as a user of its own, as the units in docs/deploy/ do.',
    );
  if (!hold(folder, program))
    warnings.push(
      `SITE-DATA-SHARED Another server uses the data folder ${folder}: each overwrites the other’s copies and pages. Give each its own DATA_DIR, or start several with SERVERS.`,
    );
  return warnings;
}

/** Locks a data folder for this process. Returns whether no other process has done so: Node has no locks but SQLite's. */
function hold(folder: string, program: string): boolean {
  prepareDataFolder(folder);
  let lock: DatabaseSync | undefined;
  try {
    lock = new DatabaseSync(join(folder, `.${program}.lock`), { timeout: 0 });
    lock.exec('begin immediate');
    held.push(lock);
    return true;
  } catch (error) {
    lock?.close();
    // The code that needs the folder fails with a better error.
    return !(error instanceof Error && 'errcode' in error && error.errcode === 5);
  }
}
