import { afterEach, beforeEach, expect, test } from '@rstest/core';
import { openTestDatabase, type TestDatabase } from '@site/testkit/api/testDatabase.ts';
import { onEveryDatabase } from '@site/testkit/postgres/onEveryDatabase.ts';
import { changeNews, newsVersion, selectNews } from '../news/queries.ts';
import type { Database } from './schema.ts';

onEveryDatabase(
  (kind) => {
    let place: TestDatabase;
    let database: Database;
    beforeEach(async () => {
      place = await openTestDatabase(kind);
      ({ database } = place);
    });
    afterEach(() => place.close());

    test('a failed change leaves nothing behind, not even a new version', async () => {
      const before = { news: await selectNews(database), version: await newsVersion(database) };
      const change = changeNews(database, async (transaction) => {
        await transaction.deleteFrom('news').execute();
        throw new Error('no');
      });
      await expect(change).rejects.toThrow('no');
      expect({ news: await selectNews(database), version: await newsVersion(database) }).toEqual(before);
    });

    test('other processes see a change, and a new version', async () => {
      const other = await place.openAgain();
      const before = await newsVersion(other);
      await changeNews(database, async (transaction) => {
        await transaction.deleteFrom('news').execute();
        return { changed: true, result: undefined };
      });
      expect(await newsVersion(other)).not.toBe(before);
      expect(await selectNews(other)).toEqual([]);
    });

    test('a change returns rows, or the number of rows', async () => {
      const row = await database
        .deleteFrom('news')
        .where('uid', '=', 'en-in-the-loop')
        .returning('slug')
        .executeTakeFirst();
      expect(row?.slug).toBe('in-the-loop');
      const french = await database.selectFrom('news').select('slug').where('language', '=', 'fr').execute();
      const { numDeletedRows } = await database
        .deleteFrom('news')
        .where('language', '=', 'fr')
        .executeTakeFirstOrThrow();
      expect(french.length).toBeGreaterThan(1);
      expect(numDeletedRows).toBe(BigInt(french.length));
    });
  },
  { inFirstTier: true },
);
