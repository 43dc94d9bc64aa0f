import { execFile } from 'node:child_process';
import { appendFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** Sizes in bytes. */
const sizes = { disk: 16 * 2 ** 20, piece: 256 * 2 ** 10, page: 4096 };

/** Whether this user can make small disks: only Linux's root can. */
export const canMount = process.platform === 'linux' && process.getuid?.() === 0;

/** A disk of 16 MB in memory, which can be filled to the last byte. */
export class SmallDisk {
  readonly #folder: string;
  readonly #filler: string;

  /** @param folder where it is mounted; hides what is in there */
  constructor(folder: string) {
    this.#folder = folder;
    this.#filler = join(folder, 'filler');
  }

  async mount(): Promise<void> {
    await run('mount', ['-t', 'tmpfs', '-o', `size=${sizes.disk}`, 'tmpfs', this.#folder]);
  }

  /** Unmounts it, even while somebody has files open there. */
  async unmount(): Promise<void> {
    await run('umount', ['--lazy', this.#folder]);
  }

  /** Leaves no room for anything. */
  async fill(): Promise<void> {
    for (const size of [sizes.piece, sizes.page]) {
      while (await this.#append(Buffer.alloc(size))) {
        // Until there is no room for another one.
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
