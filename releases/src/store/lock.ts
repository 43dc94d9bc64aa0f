import { mkdir } from 'node:fs/promises';
import { dirname } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { OperatorError } from '@site/shared/contract/OperatorError.ts';

const sqliteBusy = 5;

/**
 * Does something to an app while nobody else can. The lock is the operating system's own, held through an empty SQLite
 * file: it ends with its process, however that ends, and needs neither clocks nor process ids to be believed.
 *
 * @throws {OperatorError} RELEASE-BUSY when somebody is at it
 */
export async function withLock<Result>(path: string, app: string, act: () => Promise<Result>): Promise<Result> {
  await mkdir(dirname(path), { recursive: true });
  const lock = take(path, app);
  try {
    return await act();
  } finally {
    lock.close();
  }
}

function take(path: string, app: string): DatabaseSync {
  const lock = new DatabaseSync(path, { timeout: 0 });
  try {
    lock.exec('BEGIN EXCLUSIVE');
    return lock;
  } catch (error) {
    lock.close();
    if (!(error instanceof Error && 'errcode' in error && error.errcode === sqliteBusy)) throw error;
    throw new OperatorError(
      'RELEASE-BUSY',
      `Somebody else is changing which version of ${app} is live. Look at the list, then try again.`,
    );
  }
}
