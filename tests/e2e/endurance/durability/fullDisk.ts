import { setTimeout as delay } from 'node:timers/promises';
import { openTestDatabase } from '@site/testkit/api/testDatabase.ts';
import { SmallDisk } from '@site/testkit/site/faults/SmallDisk.ts';
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
