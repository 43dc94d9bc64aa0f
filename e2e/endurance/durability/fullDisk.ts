import { execFile } from 'node:child_process';
import { appendFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { promisify } from 'node:util';
import { openTestDatabase } from '@site/testkit/api/testDatabase.ts';
import type { DurabilityOptions } from './durabilityRun.ts';
import type { DurabilityContext } from './kills.ts';

/** The longest times with and without room on the disk, in milliseconds. */
const times = { room: 1000, full: 3000 };

/** An SQLite database on a disk that is repeatedly filled. Its server keeps running. */
export async function fullDisk(
  fillings: number,
  onFilled: (fillings: number) => void,
): Promise<Pick<DurabilityOptions, 'place' | 'disturb'>> {
  const place = await openTestDatabase('SQLite');
  const disk = new SmallDisk(place.dataDir);
  await disk.mount();
  const close = async () => {
    await disk.unmount();
    await place.close();
  };
  const disturb = async ({ server, visitors }: DurabilityContext) => {
    await server.start();
    visitors.arrive();
    for (let filling = 1; filling <= fillings; filling += 1) {
      await visitors.nextAnswer();
      await delay(Math.random() * times.room);
      await disk.fill();
      await delay(Math.random() * times.full);
      await disk.empty();
      onFilled(filling);
    }
  };
  return { place: { ...place, close }, disturb };
}

const run = promisify(execFile);

/** Sizes in bytes. */
const sizes = { disk: 16 * 2 ** 20, piece: 256 * 2 ** 10, page: 4096 };

/** Whether this user can mount small disks: only root on Linux can. */
export const canMount = process.platform === 'linux' && process.getuid?.() === 0;

/** A disk of 16 MB in memory, which can be filled completely. */
class SmallDisk {
  readonly #folder: string;
  readonly #filler: string;

  /** @param folder the mount point, whose files are hidden while it is mounted */
  constructor(folder: string) {
    this.#folder = folder;
    this.#filler = join(folder, 'filler');
  }

  async mount(): Promise<void> {
    await run('mount', ['-t', 'tmpfs', '-o', `size=${sizes.disk}`, 'tmpfs', this.#folder]);
  }

  /** Unmounts it, even while files are open. */
  async unmount(): Promise<void> {
    await run('umount', ['--lazy', this.#folder]);
  }

  /** Fills the disk completely. */
  async fill(): Promise<void> {
    for (const size of [sizes.piece, sizes.page]) {
      while (await this.#append(Buffer.alloc(size))) {
        // Until the disk is full.
      }
    }
  }

  async empty(): Promise<void> {
    await rm(this.#filler, { force: true });
  }

  async #append(bytes: Buffer): Promise<boolean> {
    try {
      await appendFile(this.#filler, bytes);
      return true;
    } catch (error) {
      if (error instanceof Error && 'code' in error && error.code === 'ENOSPC') return false;
      throw error;
    }
  }
}
