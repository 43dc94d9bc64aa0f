import { expect, test } from '@rstest/core';
import { openTestDatabase } from '@site/testkit/api/testDatabase.ts';
import { onEveryDatabase } from '@site/testkit/postgres/onEveryDatabase.ts';
import { runDurability } from './durabilityRun.ts';
import { kills } from './kills.ts';

// Never retried: a lost message is a fault (docs/testing.md).
onEveryDatabase((kind) => {
  test('an acknowledged message is stored once and delivered, however often servers are killed', async () => {
    const result = await runDurability({
      place: await openTestDatabase(kind),
      visitors: 4,
      patience: 40_000,
      disturb: kills({ kills: 3, longestLife: 400 }),
    });

    const { acknowledged, lost, doubled, undelivered, failures } = result;
    expect({ lost, doubled, undelivered, failures }).toEqual({ lost: [], doubled: [], undelivered: [], failures: [] });
    expect(acknowledged).toBeGreaterThan(3);
  }, 60_000);
});
