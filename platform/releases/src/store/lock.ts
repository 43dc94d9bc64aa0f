import { closeSync, openSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { dirname } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { OperatorError } from '@site/shared/contract/OperatorError.ts';

const sqliteBusy = 5;

/** Creates the error for an app that another process is changing. */
export const appBusy = (app: string) => (): OperatorError =>
  new OperatorError(
    'RELEASE-BUSY',
    `Someone else is changing which version of ${app} is live. Look at the list, then try again.`,
  );

/** The error for a route policy that another process is changing. */
export const policyBusy = (): OperatorError =>
  new OperatorError('RELEASE-BUSY', 'Someone else is changing the route policy. Look at it, then try again.');

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
