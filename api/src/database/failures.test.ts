import { afterEach, beforeEach, expect, test } from '@rstest/core';
import { goodMessage, startTestApi, type TestApi } from '@site/testkit/api/testApi.ts';
import { onEveryDatabase } from '@site/testkit/postgres/onEveryDatabase.ts';
import { sql } from 'kysely';
import pg from 'pg';
import { selectMessages } from '../contact/store.ts';
import { selectMails } from '../outbox/queries.ts';
import { isStorageFailure } from './failures.ts';

/** Long enough to always need new pages of the file. */
const longMessage = { ...goodMessage, message: 'A long story. '.repeat(700) };

onEveryDatabase((kind) => {
  let api: TestApi;
  beforeEach(async () => {
    api = await startTestApi({}, kind);
  });
  afterEach(() => api.close());

  const run = (statement: string) => sql.raw(statement).execute(api.database);

  async function expectRefusalAndRecovery(recover: () => Promise<unknown>): Promise<void> {
    const refused = await api.send(longMessage, { 'accept-language': 'fr' });
    expect(refused.statusCode).toBe(503);
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
    expect(refused.json().error).toEqual({
      code: 'storage_unavailable',
      message: expect.stringContaining('réessayez'),
    });
    expect(api.log.join()).not.toContain(goodMessage.email);
    expect((await api.get('/api/v1/blog/fr')).statusCode).toBe(200);
    await recover();
    expect(await selectMessages(api.database)).toEqual([]);
    expect((await api.send(longMessage)).statusCode).toBe(201);
    expect(await selectMessages(api.database)).toHaveLength(1);
    expect(await selectMails(api.database)).toHaveLength(1);
  }

  if (kind === 'SQLite') {
    test('on a full disk messages are refused with a clear error, and accepted as soon as there is room', async () => {
      await run('create table filler (text text)');
      const { rows } = await sql<{ page_count: number }>`pragma page_count`.execute(api.database);
      await run(`pragma max_page_count = ${rows[0]?.page_count}`);
      await expectRefusalAndRecovery(() => run('pragma max_page_count = 1000000'));
    });

    test('the same on a read-only disk', async () => {
      await run('pragma query_only = on');
      await expectRefusalAndRecovery(() => run('pragma query_only = off'));
    });
  } else {
    test('on a read-only server messages are refused with a clear error, and accepted as soon as it is writable', async () => {
      // Sequential calls use one connection of the pool.
      await run('set default_transaction_read_only = on');
      await expectRefusalAndRecovery(() => run('set default_transaction_read_only = off'));
    });

    test('a connection that ended before it was asked counts as a database that is away', async () => {
      const client = new pg.Client({ connectionString: api.databaseUrl });
      await client.connect();
      await client.end();
      const failure: unknown = await client.query('select 1').catch((error: unknown) => error);
      expect([String(failure), isStorageFailure(failure)]).toEqual([expect.stringContaining('not queryable'), true]);
    });

    test('messages are accepted again after a restart of the database server', async () => {
      const other = await api.openAgain();
      const others = sql`select pg_terminate_backend(pid) from pg_stat_activity
        where datname = current_database() and pid <> pg_backend_pid()`;
      const sending = api.database.transaction().execute(async (transaction) => {
        await others.execute(other);
        await selectMessages(transaction);
      });
      await expect(sending).rejects.toThrow();
      await expect.poll(async () => (await api.send(goodMessage)).statusCode).toBe(201);
    });
  }
});
