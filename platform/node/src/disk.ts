import { statfs } from 'node:fs/promises';
import { Gauge, type Registry } from 'prom-client';
import { limits } from './limits.ts';
import type { ReadinessCheck } from './probes.ts';

/** Room on a disk, in bytes. */
interface Room {
  readonly free: number;
  readonly size: number;
}

/** What this user may still write to the disk of a folder; undefined if unknown. */
async function roomOf(folder: string): Promise<Room | undefined> {
  try {
    const { bavail, blocks, bsize } = await statfs(folder);
    return { free: bavail * bsize, size: blocks * bsize };
  } catch {
    return undefined;
  }
}

/** Fails while the disk of the data folder is almost full. */
export const diskCheck =
  (folder: string): ReadinessCheck =>
  async () => {
    const room = await roomOf(folder);
    const { share, bytes } = limits.diskReserve;
    if (!room || room.free >= Math.min(room.size * share, bytes)) return undefined;
    return `The disk of DATA_DIR is full: ${(room.free / 2 ** 20).toFixed(1)} MB are left.`;
  };

/** Adds the gauges of the disk of the data folder. */
export function measureDisk(registry: Registry, folder: string): void {
  const gauge = (name: string, help: string, value: (room: Room) => number) =>
    new Gauge({
      name,
      help,
      registers: [registry],
      async collect() {
        this.remove();
        const room = await roomOf(folder);
        if (room) this.set(value(room));
      },
    });
  gauge('site_disk_free_bytes', 'What the server may still write to the disk of its data folder', ({ free }) => free);
  gauge('site_disk_size_bytes', 'Size of the disk of the data folder', ({ size }) => size);
}
