import { setTimeout as wait } from 'node:timers/promises';
import { openTestDatabase } from '@site/api/testing/testDatabase.ts';
import { SmallDisk } from './SmallDisk.ts';
import type { Trial, TrialOptions } from './trial.ts';

/** How long there is room on the disk after an answer, and how long there is none, in milliseconds at most. */
const times = { room: 1000, full: 3000 };

/** An SQLite database on a disk that is filled over and over. Its server is never started again. */
export async function fullDisk(
  fillings: number,
  onFilled: (fillings: number) => void,
): Promise<Pick<TrialOptions, 'place' | 'disturb'>> {
  const place = await openTestDatabase('SQLite');
  const disk = new SmallDisk(place.dataDir);
  await disk.mount();
  const close = async () => {
    await disk.unmount();
    await place.close();
  };
  const disturb = async ({ server, visitors }: Trial) => {
    await server.start();
    visitors.arrive();
    for (let filling = 1; filling <= fillings; filling += 1) {
      await visitors.nextAnswer();
      await wait(Math.random() * times.room);
      await disk.fill();
      await wait(Math.random() * times.full);
      await disk.empty();
      onFilled(filling);
    }
  };
  return { place: { ...place, close }, disturb };
}
