import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { withLock } from '@site/releases/store/lock.ts';
import { OperatorError } from '@site/shared/contract/OperatorError.ts';
import { root } from './project.ts';

/** How long to wait for another process, and between two attempts, in milliseconds. */
const times = { patience: 120_000, interval: 100 };

/**
 * Runs a task when no other process runs it for the same app in this project: two builds would delete each other's files, and
 * Rspack's cache takes one at a time.
 *
 * @throws {OperatorError} BUILD-BUSY when the other one doesn't end; else what `task` throws
 */
export async function inTurn<Result>(app: string, task: () => Promise<Result>): Promise<Result> {
  const busy = () =>
    new OperatorError(
      'BUILD-BUSY',
      `Another process has been building ${app} here for too long. End it, then try again.`,
    );
  for (let waited = 0; ; waited += times.interval) {
    try {
      return await withLock(join(root, '.cache/builds', `${app}.lock`), busy, task);
    } catch (error) {
      const isWaiting = error instanceof OperatorError && error.code === 'BUILD-BUSY' && waited < times.patience;
      if (!isWaiting) throw error;
    }
    await delay(times.interval);
  }
}
