import { afterEach, beforeEach, expect, test } from '@rstest/core';
import { onEveryDatabase } from '@site/testkit/postgres/onEveryDatabase.ts';
import { countUp } from '../abuse/counts.ts';
import { selectMessages } from '../contact/queries.ts';
import { storeMessage } from '../contact/store.ts';
import { selectMails } from '../outbox/queries.ts';
import { goodMessage } from '../testing/testApi.ts';
import { openTestDatabase, type TestDatabase } from '../testing/testDatabase.ts';
import { tidy } from './tidy.ts';

const day = 24 * 60 * 60 * 1000;

onEveryDatabase((kind) => {
  let place: TestDatabase;
  beforeEach(async () => {
    place = await openTestDatabase(kind);
  });
  afterEach(() => place.close());

  test('messages go with their mails when their time is over, and stay for ever where none is set', async () => {
    const { database } = place;
    const old = await storeMessage(database, goodMessage, { language: 'en' });
    const received_at = new Date(Date.now() - 31 * day).toISOString();
    await database.updateTable('messages').set({ received_at }).where('id', '=', old).execute();
    const recent = await storeMessage(database, goodMessage, { language: 'en' });
    await tidy(database, {});
    expect(await selectMessages(database)).toHaveLength(2);
    await tidy(database, { keepDays: 30 });
    expect((await selectMessages(database)).map(({ id }) => id)).toEqual([recent]);
    expect(await selectMails(database, old)).toEqual([]);
  });

  test('what was counted, and the keys of past days, are forgotten', async () => {
    const { database } = place;
    await countUp(database, 'over', -1);
    await countUp(database, 'running', day);
    await database.insertInto('address_keys').values({ day: '2020-01-01', key: 'old' }).execute();
    await tidy(database, {});
    expect(await database.selectFrom('rate_counts').select('name').execute()).toEqual([{ name: 'running' }]);
    expect(await database.selectFrom('address_keys').selectAll().execute()).toEqual([]);
  });
});
