import { expect } from '@playwright/test';
import type { RunningSite } from '@site/testkit/site/servers.ts';
import { subjectsIn } from '../chaos/chaosRun.ts';
import { Readers } from '../chaos/Readers.ts';
import { Senders } from './Senders.ts';

/** Visitors of a site whose database is going to fail. */
export interface Visitors {
  readonly readers: Readers;
  readonly senders: Senders;
}

/** How soon messages must be taken when the database is back, in milliseconds. */
const recovery = 20_000;

/** How long a visitor may wait for any answer, in milliseconds: less than nginx waits. */
const longestAnswer = 15_000;

/** Lets visitors read every page and send messages, before, during and after an outage. */
export async function withVisitors(
  site: RunningSite,
  outage: (visitors: Visitors) => Promise<void>,
): Promise<Visitors> {
  const visitors = { readers: new Readers(site.origin), senders: new Senders(site) };
  const { readers, senders } = visitors;
  await readers.remember();
  readers.come(2);
  senders.come(2);
  try {
    await expect.poll(() => senders.told('stored')).toBeGreaterThan(10);
    await outage(visitors);
    await expect.poll(() => senders.sendOne(), { timeout: recovery }).toBe('stored');
  } finally {
    await Promise.all([readers.leave(), senders.leave()]);
  }
  return visitors;
}

/** Asserts that every answer was clear and true, and that each message is stored once when it has been sent again. */
export async function assertNothingLost({ readers, senders }: Visitors, databaseUrl: string): Promise<void> {
  const confirmed = senders.letters.filter(({ told }) => told === 'stored').map(({ subject }) => subject);
  const refused = senders.letters.filter(({ told }) => told === 'not stored').map(({ subject }) => subject);
  const before = await subjectsIn({ dataDir: '', databaseUrl });
  expect(before, 'confirmed messages are stored').toEqual(expect.arrayContaining(confirmed));
  expect(
    before.filter((subject) => refused.includes(subject)),
    'refused messages are not',
  ).toEqual([]);
  expect(readers.result.failed, 'every page was served').toEqual([]);
  expect(senders.unclear, 'answers that don’t tell').toEqual([]);
  expect(Math.max(senders.slowest, readers.result.slowest)).toBeLessThan(longestAnswer);
  await senders.sendAgain();
  expect(senders.told('stored'), 'everyone who sends again is heard').toBe(senders.letters.length);
  const stored = await subjectsIn({ dataDir: '', databaseUrl });
  expect(stored.toSorted(), 'each message once').toEqual(senders.letters.map(({ subject }) => subject).toSorted());
}
