import { existsSync } from 'node:fs';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { withLock } from '@site/releases/store/lock.ts';
import { OperatorError } from '@site/shared/contract/OperatorError.ts';
import { temporaryFolder } from './folders.ts';

/** Workers inherit what is set before the first one starts. */
const variable = 'TESTED_ONCE';

/** Opens the folder of what the tests of a run make once and share. Returns a function that removes it. */
export async function openSharedFolder(): Promise<() => Promise<void>> {
  const folder = await temporaryFolder('once');
  process.env[variable] = folder;
  return () => rm(folder, { recursive: true, force: true });
}

/** How often a worker asks whether another one has finished, in milliseconds. */
const pause = 200;

/**
 * Makes a folder when a test of the run first needs it; other workers wait until it is whole. No test may change it.
 *
 * @param make fills the empty folder
 * @returns the folder
 */
export async function madeOnce(name: string, make: (folder: string) => Promise<void>): Promise<string> {
  const folder = join(process.env[variable] ?? '', name);
  const busy = new OperatorError('RELEASE-BUSY', `Another worker is making ${folder}.`);
  const whole = join(folder, 'whole');
  const makeUnlessMade = async () => {
    if (existsSync(whole)) return;
    // What an attempt that failed has left.
    await rm(folder, { recursive: true, force: true });
    await mkdir(folder);
    await make(folder);
    await writeFile(whole, '');
  };
  for (;;) {
    try {
      await withLock(`${folder}.lock`, () => busy, makeUnlessMade);
      return folder;
    } catch (error) {
      if (error !== busy) throw error;
      await delay(pause);
    }
  }
}
