import { afterEach, beforeEach, expect, test } from '@rstest/core';
import { openTestDatabase, type TestDatabase } from '@site/testkit/api/testDatabase.ts';
import { onEveryDatabase } from '@site/testkit/postgres/onEveryDatabase.ts';
import { deleteExpired } from '../RetentionJob.ts';
import { addUsage, type UsageCount, usageIn } from './counts.ts';

const day = 24 * 60 * 60_000;
const daysAgo = (days: number) => new Date(Date.now() - days * day).toISOString();

const counted = (count: Partial<UsageCount>): UsageCount => ({
  period: 'hour',
  starts_at: '2030-01-01T13:00:00.000Z',
  app: 'blog',
  version: '',
  measure: 'memory',
  class: 0,
  count: 1,
  ...count,
});

onEveryDatabase((kind) => {
  let place: TestDatabase;
  beforeEach(async () => {
    place = await openTestDatabase(kind);
  });
  afterEach(() => place.close());

  const since = { period: 'hour', since: '2030-01-01T00:00:00.000Z' } as const;

  test('several servers add up, also when they count the same at the same time, in any order', async () => {
    const databases = [place.database, await place.openAgain(), await place.openAgain()];
    const rows = Array.from({ length: 60 }, (_, index) => counted({ app: `app-${index % 3}`, class: index % 20 }));
    await Promise.all(
      Array.from({ length: 12 }, async (_, index) => {
        const shuffled = index % 2 === 0 ? rows : rows.toReversed();
        for (const database of databases) await addUsage(database, shuffled);
      }),
    );
    const seen = await usageIn(place.database).byVersion({ ...since, apps: ['app-0', 'app-1', 'app-2'] });
    expect(seen).toHaveLength(60);
    expect(new Set(seen.map(({ count }) => count))).toEqual(new Set([36]));
  });

  test('what is asked for is of these apps and this time, by span or by version', async () => {
    await addUsage(place.database, [
      counted({ count: 2 }),
      counted({ app: 'home', count: 5 }),
      counted({ app: 'others', count: 7 }),
      counted({ starts_at: '2029-12-31T23:00:00.000Z', count: 11 }),
      counted({ period: 'day', starts_at: '2030-01-01T00:00:00.000Z', version: 'version-1', measure: 'lcp', class: 9 }),
    ]);
    expect(await usageIn(place.database).overTime({ ...since, apps: ['blog', 'home'] })).toEqual([
      { starts_at: '2030-01-01T13:00:00.000Z', measure: 'memory', class: 0, count: 7 },
    ]);
    expect(await usageIn(place.database).byVersion({ ...since, period: 'day', apps: ['blog'] })).toEqual([
      { app: 'blog', version: 'version-1', measure: 'lcp', class: 9, count: 1 },
    ]);
    for (const read of Object.values(usageIn(place.database))) expect(await read({ ...since, apps: [] })).toEqual([]);
  });

  test('counts of days are kept for 90 days, and those of hours for eight', async () => {
    const kept = async () =>
      (await place.database.selectFrom('usage_counts').select('app').orderBy('app').execute()).map(({ app }) => app);
    await addUsage(place.database, [
      counted({ app: 'day-old', period: 'day', starts_at: daysAgo(91) }),
      counted({ app: 'day', period: 'day', starts_at: daysAgo(89) }),
      counted({ app: 'hour-old', starts_at: daysAgo(9) }),
      counted({ app: 'hour', starts_at: daysAgo(7) }),
    ]);
    await deleteExpired(place.database, 30);
    expect(await kept()).toEqual(['day', 'hour']);
  });
});
