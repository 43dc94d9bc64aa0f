import { closeSync, openSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { dirname } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { OperatorError } from '@site/shared/contract/OperatorError.ts';

const sqliteBusy = 5;

/**
 * Runs a task while holding a lock. The operating system keeps the lock, through an empty SQLite file: it ends
 * with its process, however that ends, and relies on neither clocks nor process ids.
 *
 * @param busy makes the error to throw while another process holds the lock
 */
export async function withLock<Result>(
  path: string,
  busy: () => OperatorError,
  task: () => Promise<Result>,
): Promise<Result> {
  await mkdir(dirname(path), { recursive: true });
  const lock = acquire(path, busy);
  try {
    return await task();
  } finally {
    lock.close();
  }
}

function acquire(path: string, busy: () => OperatorError): DatabaseSync {
  // SQLite would give it the mode 0644 whatever the umask: others of the store's group could not lock it.
  closeSync(openSync(path, 'a'));
  const lock = new DatabaseSync(path, { timeout: 0 });
  try {
    lock.exec('BEGIN EXCLUSIVE');
    return lock;
  } catch (error) {
    lock.close();
    if (!(error instanceof Error && 'errcode' in error && error.errcode === sqliteBusy)) throw error;
    throw busy();
  }
}
