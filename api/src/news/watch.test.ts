import { afterEach, beforeEach, expect, test } from '@rstest/core';
import { openTestDatabase, type TestDatabase } from '@site/testkit/api/testDatabase.ts';
import { onEveryDatabase } from '@site/testkit/postgres/onEveryDatabase.ts';
import { changeNews } from './queries.ts';
import { watchNews } from './watch.ts';

onEveryDatabase((kind) => {
  let place: TestDatabase;
  beforeEach(async () => {
    place = await openTestDatabase(kind);
  });
  afterEach(() => place.close());

  test('a server notices when another one changes the news', async () => {
    const state = watchNews(place.database, () => undefined);
    const before = await state();
    await changeNews(await place.openAgain(), async () => ({ changed: true, result: undefined }));
    await expect.poll(state, { timeout: 5000 }).not.toBe(before);
  });

  test('the last known version holds while the database is away', async () => {
    const other = await place.openAgain();
    const logged: unknown[] = [];
    const state = watchNews(other, () => ({ error: (details: unknown) => logged.push(details) }));
    const known = await state();
    await other.destroy();
    await expect.poll(async () => [await state(), logged.length > 0], { timeout: 5000 }).toEqual([known, true]);
  });
});
