import { copyFile, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from '@rstest/core';
import { lockDatabase } from '@site/testkit/api/lockDatabase.ts';
import { goodMessage, startTestApi, type TestApi } from '@site/testkit/api/testApi.ts';
import { temporaryFolder } from '@site/testkit/api/testDatabase.ts';
import { Kysely, sql } from 'kysely';
import { selectMessages } from '../contact/store.ts';
import { limits } from '../limits.ts';
import type { Tables } from './schema.ts';
import { SqliteThreadDialect, sqliteFile } from './sqlite.ts';

let api: TestApi;
beforeEach(async () => {
  api = await startTestApi();
});
afterEach(() => api.close());

const subjectsOf = async () => (await selectMessages(api.database)).map(({ subject }) => subject);

describe('while another process holds the write lock', () => {
  test('news are read at once, and a message waits for the lock', async () => {
    const unlock = await lockDatabase(sqliteFile(api.dataDir));
    let isSent = false;
    const sending = api.send(goodMessage).then((answer) => {
      isSent = true;
      return answer;
    });
    for (const language of ['en', 'fr', 'es']) expect((await api.get(`/api/v1/blog/${language}`)).statusCode).toBe(200);
    expect(isSent, 'the message waits meanwhile').toBe(false);
    await unlock();
    expect((await sending).statusCode).toBe(201);
    expect(await subjectsOf()).toEqual([goodMessage.subject]);
  });

  test('for too long, all messages are refused, and none is half stored', async () => {
    const unlock = await lockDatabase(sqliteFile(api.dataDir));
    const subjects = ['First', 'Second', 'Third', 'Fourth'];
    const sendAll = () => Promise.all(subjects.map((subject) => api.send({ ...goodMessage, subject })));
    const refused = await sendAll();
    expect(refused.map(({ statusCode }) => statusCode)).toEqual(subjects.map(() => 503));
    expect(new Set(refused.map((answer) => answer.json().error.code))).toEqual(new Set(['storage_unavailable']));
    await unlock();
    expect(await subjectsOf()).toEqual([]);
    expect((await sendAll()).map(({ statusCode }) => statusCode)).toEqual(subjects.map(() => 201));
    expect((await subjectsOf()).sort()).toEqual([...subjects].sort());
  });
});

describe('a database that goes away under a running server', () => {
  const file = () => sqliteFile(api.dataDir);
  const elsewhere = () => join(api.dataDir, 'elsewhere');

  async function expectRefusal(): Promise<void> {
    const refused = await api.send({ ...goodMessage, subject: 'Into nothing' });
    expect([refused.statusCode, refused.json().error.code]).toEqual([503, 'storage_unavailable']);
    expect(api.log.join()).toContain('DATABASE_MOVED');
    expect((await api.get('/api/v1/blog/en')).statusCode, 'visitors still read the news').toBe(200);
  }

  test('takes no messages when its files are deleted', async () => {
    for (const part of ['', '-wal', '-shm']) await rm(file() + part);
    await expectRefusal();
  });

  test('takes no messages when only its log is deleted', async () => {
    expect((await api.send(goodMessage)).statusCode).toBe(201);
    await rm(`${file()}-wal`);
    await expectRefusal();
  });

  test('takes no messages when another file is in its place', async () => {
    await copyFile(file(), elsewhere());
    await rename(elsewhere(), file());
    await expectRefusal();
  });

  test('takes no messages while its folder is gone, and takes them when it is back, with all its data', async () => {
    expect((await api.send(goodMessage)).statusCode).toBe(201);
    await rename(api.dataDir, `${api.dataDir}-moved`);
    await expectRefusal();
    await rename(`${api.dataDir}-moved`, api.dataDir);
    expect((await api.send({ ...goodMessage, subject: 'After that' })).statusCode).toBe(201);
    expect((await subjectsOf()).sort()).toEqual([goodMessage.subject, 'After that'].sort());
  });

  test('takes no message whose transaction began earlier', async () => {
    const sending = api.database.transaction().execute(async (transaction) => {
      await transaction.deleteFrom('news').execute();
      await rename(file(), elsewhere());
    });
    await expect(sending).rejects.toThrow('DATABASE_MOVED');
  });
});

describe('a connection that doesn’t answer in time', () => {
  let folder: string;
  let database: Kysely<Tables>;
  beforeEach(async () => {
    folder = await temporaryFolder();
    const waits = { lock: limits.sqlite.lock, statement: 2000 };
    database = new Kysely<Tables>({ dialect: new SqliteThreadDialect(sqliteFile(folder), waits) });
    await sql`create table notes (text text)`.execute(database);
  });
  afterEach(async () => {
    await database.destroy();
    await rm(folder, { recursive: true });
  });

  const write = (text: string, to = database) => sql`insert into notes values (${text})`.execute(to);
  const written = async () => (await sql<{ text: string }>`select text from notes`.execute(database)).rows;

  test('is replaced, and its transaction is rolled back', async () => {
    const unlock = await lockDatabase(sqliteFile(folder));
    const change = database.transaction().execute((transaction) => write('lost', transaction));
    await expect(change).rejects.toThrow('DATABASE_LOST');
    await unlock();
    await write('kept');
    expect(await written()).toEqual([{ text: 'kept' }]);
  });

  test('takes its whole transaction with it: no statement of it runs on another connection', async () => {
    const slow = sql`with recursive n(i) as (select 1 union all select i + 1 from n limit 40000000) select sum(i) from n`;
    const change = database.transaction().execute(async (transaction) => {
      await write('before', transaction);
      await expect(slow.execute(transaction)).rejects.toThrow('DATABASE_LOST');
      await write('after', transaction);
    });
    await expect(change).rejects.toThrow('DATABASE_LOST');
    expect(await written()).toEqual([]);
  });
});
