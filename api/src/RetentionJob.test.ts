import { afterEach, beforeEach, expect, test } from '@rstest/core';
import { goodMessage } from '@site/testkit/api/testApi.ts';
import { openTestDatabase, type TestDatabase } from '@site/testkit/api/testDatabase.ts';
import { onEveryDatabase } from '@site/testkit/postgres/onEveryDatabase.ts';
import { selectMessages, storeMessage } from './contact/store.ts';
import { selectMails } from './outbox/queries.ts';
import { deleteExpired } from './RetentionJob.ts';
import { countUp } from './security/rateLimit.ts';

const day = 24 * 60 * 60 * 1000;

onEveryDatabase((kind) => {
  let place: TestDatabase;
  beforeEach(async () => {
    place = await openTestDatabase(kind);
  });
  afterEach(() => place.close());

  test('messages and their mails are deleted after the configured number of days', async () => {
    const { database } = place;
    const old = await storeMessage(database, goodMessage, { language: 'en' });
    const received_at = new Date(Date.now() - 31 * day).toISOString();
    await database.updateTable('messages').set({ received_at }).where('id', '=', old).execute();
    const recent = await storeMessage(database, goodMessage, { language: 'en' });
    await deleteExpired(database, 32);
    expect(await selectMessages(database)).toHaveLength(2);
    await deleteExpired(database, 30);
    expect((await selectMessages(database)).map(({ id }) => id)).toEqual([recent]);
    expect(await selectMails(database, old)).toEqual([]);
  });

  test('expired counts and the keys of past days are deleted', async () => {
    const { database } = place;
    await countUp(database, 'over', -1);
    await countUp(database, 'running', day);
    await database.insertInto('address_keys').values({ day: '2020-01-01', key: 'old' }).execute();
    await deleteExpired(database, 30);
    expect(await database.selectFrom('rate_counts').select('name').execute()).toEqual([{ name: 'running' }]);
    expect(await database.selectFrom('address_keys').selectAll().execute()).toEqual([]);
  });
});
