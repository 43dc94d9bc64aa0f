import { execFile } from 'node:child_process';
import { appendFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** Sizes in bytes. */
const sizes = { disk: 16 * 2 ** 20, piece: 256 * 2 ** 10, page: 4096 };

/** Whether this user can mount small disks: only root on Linux can. */
export const canMount = process.platform === 'linux' && process.getuid?.() === 0;

/** A disk of 16 MB in memory, which can be filled completely. */
export class SmallDisk {
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
