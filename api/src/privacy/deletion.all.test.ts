import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { basename } from 'node:path';
import { createInterface } from 'node:readline';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, expect, test } from '@rstest/core';
import { runCommand } from '@site/testkit/api/runCommand.ts';
import { goodMessage, startTestServer, type TestServer } from '@site/testkit/api/testApi.ts';
import { createPostgresDatabase, openTestDatabase, type TestDatabase } from '@site/testkit/api/testDatabase.ts';
import { onEveryDatabase } from '@site/testkit/postgres/onEveryDatabase.ts';
import { startPostgres } from '@site/testkit/postgres/startPostgres.ts';
import { startMailServer, type TestMailServer } from '@site/testkit/startMailServer.ts';
import { sql } from 'kysely';
import pg from 'pg';
import { storeMessage } from '../contact/store.ts';
import { openDatabase } from '../database/open.ts';
import { hasRemains } from '../database/remains.ts';
import { sqliteFile } from '../database/sqlite.ts';
import { limits } from '../limits.ts';
import { deleteExpired, RetentionJob } from '../RetentionJob.ts';

const address = 'unforgettable.visitor@example.com';

const longAgo = '2020-01-01T00:00:00.000Z';

/**
 * The files of a folder that contain the address. Another process reads them: if this one closed a file of SQLite's, its own
 * connections would lose their locks.
 */
async function filesWithAddress(folder: string): Promise<string[]> {
  const grep = spawn('grep', ['-rlaF', address, folder], { stdio: ['ignore', 'pipe', 'inherit'] });
  const [lines, [code]] = await Promise.all([Array.fromAsync(createInterface(grep.stdout)), once(grep, 'close')]);
  // 2: a file disappeared while the folder was read.
  expect([0, 1, 2]).toContain(code);
  return lines;
}

onEveryDatabase((kind) => {
  let place: TestDatabase;
  let smtp: TestMailServer;
  let server: TestServer | undefined;
  beforeEach(async () => {
    [place, smtp] = await Promise.all([openTestDatabase(kind), startMailServer()]);
  });
  afterEach(async () => {
    await server?.close();
    server = undefined;
    await Promise.all([place.close(), smtp.stop()]);
  });

  /** Starts the server. It sends what waits at once; what is stored later without it waits for its next look. */
  async function start(): Promise<void> {
    const mail = { SMTP_URL: smtp.url, MAIL_TO: 'team@example.com', MAIL_CONFIRM: 'true' };
    server = await startTestServer({ ...place.environment, ...mail });
  }

  const statusOfMessage = async () => (await server?.post(goodMessage))?.status;

  /** Where the address is found. Without PostgreSQL's write-ahead log, which docs/personal-data.md explains. */
  async function onDisk(): Promise<string[]> {
    if (kind === 'SQLite') return await filesWithAddress(place.dataDir);
    await sql`checkpoint`.execute(place.database);
    const { rows } = await sql<{ folder: string }>`select current_setting('data_directory') || '/base/' || oid as folder
      from pg_database where datname = current_database()`.execute(place.database);
    const files = await filesWithAddress(rows[0]?.folder ?? '');
    return await Promise.all(files.map(tableOf));
  }

  /** A file of PostgreSQL's, with its table for a failing test. */
  async function tableOf(file: string): Promise<string> {
    const { rows } = await sql<{ name: string }>`select relname as name from pg_class
      where pg_relation_filepath(oid) like ${`%/${basename(file).split('.')[0]}`}`.execute(place.database);
    return `${rows[0]?.name} in ${file}`;
  }

  /** That visitor's messages among other people's, all mailed: rows were added, changed and moved. */
  async function writeAndMail(): Promise<string[]> {
    const ids: string[] = [];
    const store = async (email: string, length: number) => {
      const message = { ...goodMessage, email, message: `${'Words. '.repeat(length)}${ids.length} ${email}` };
      ids.push(await storeMessage(place.database, message, { language: 'en', confirms: true }));
    };
    for (let index = 0; index < 30; index += 1) {
      await store(index % 3 === 0 ? address : `other${index}@example.com`, index * 20);
    }
    // The mail server names the address in its refusal, which the outbox remembers.
    await place.database
      .updateTable('outbox')
      .set({ last_error: `550 <${address}> is unknown` })
      .execute();
    await start();
    await expect
      .poll(
        async () => {
          const waiting = await place.database
            .selectFrom('outbox')
            .select('id')
            .where('state', '=', 'waiting')
            .execute();
          return waiting.length;
        },
        { timeout: 30_000 },
      )
      .toBe(0);
    await place.database.updateTable('outbox').set({ last_error: null }).execute();
    expect(await onDisk(), 'it is there to begin with').not.toEqual([]);
    const own = await place.database.selectFrom('messages').select('id').where('email', '=', address).execute();
    return own.map(({ id }) => id);
  }

  const expire = (ids: readonly string[]) =>
    place.database.updateTable('messages').set({ received_at: longAgo }).where('id', 'in', ids).execute();

  test('a deleted message is gone from the disk', async () => {
    const ids = await writeAndMail();
    const { status, errors } = await runCommand('messages', place, ['delete', ...ids]);
    expect(status, errors).toBe(0);
    expect(await onDisk()).toEqual([]);
    expect(await statusOfMessage(), 'the site goes on').toBe(201);
  });

  test('what a visitor asks to erase is gone from the disk', async () => {
    await writeAndMail();
    const { status, output } = await runCommand('messages', place, ['erase', address.toUpperCase()]);
    expect([status, output]).toEqual([0, 'Erased 10 messages.']);
    expect(await onDisk()).toEqual([]);
    expect(await statusOfMessage(), 'the site goes on').toBe(201);
  });

  test('what has expired is gone from the disk', async () => {
    const ids = await writeAndMail();
    await expire(ids);
    await deleteExpired(place.database, limits.messagesKeepDays);
    expect(await onDisk()).toEqual([]);
  });

  if (kind === 'PostgreSQL') {
    test('no address stays in PostgreSQL’s statistics of frequent values', async () => {
      await writeAndMail();
      await sql`analyze`.execute(place.database);
      expect((await onDisk()).some((file) => file.startsWith('pg_statistic '))).toBe(true);
      const { output } = await runCommand('messages', place, ['erase', address]);
      expect(output).toBe('Erased 10 messages.');
      expect(await onDisk()).toEqual([]);
    });

    /** Another program in a transaction, for as long as it likes. */
    async function startProgram(url: string | undefined, statement: string): Promise<pg.Client> {
      const client = new pg.Client({ connectionString: url });
      await client.connect();
      await client.query('begin isolation level repeatable read');
      await client.query(statement);
      return client;
    }

    const startReader = () => startProgram(place.databaseUrl, 'select count(*) from messages');

    test('what is erased while another program reads is also gone from the disk', async () => {
      await writeAndMail();
      const reader = await startReader();
      const erased = runCommand('messages', place, ['erase', address]);
      const left = async () => (await place.database.selectFrom('messages').select('id').execute()).length;
      await expect.poll(left, { timeout: 30_000 }).toBe(20);
      await reader.end();
      expect(await erased).toMatchObject({ status: 0, output: 'Erased 10 messages.' });
      expect(await onDisk()).toEqual([]);
    });

    test('while another program reads for a long time, messages are stored, and what expired is gone from the disk the next day', async () => {
      await expire(await writeAndMail());
      const reader = await startReader();
      const deleted = deleteExpired(place.database, limits.messagesKeepDays);
      const [status] = await Promise.all([
        statusOfMessage(),
        expect(deleted).rejects.toMatchObject({ code: 'DATABASE_BUSY' }),
      ]);
      expect(status).toBe(201);
      expect(await hasRemains(place.database), 'it is noted').toBe(true);
      await reader.end();
      expect(await deleteExpired(place.database, limits.messagesKeepDays)).toBe(true);
      expect([await onDisk(), await hasRemains(place.database)]).toEqual([[], false]);
    });

    test('while another database of the server is changed, which keeps deleted rows, too, it is noted that they remain', async () => {
      // A server of its own: the deletions of other tests would also wait for the change.
      const own = await startPostgres();
      const { url } = await createPostgresDatabase(own.url);
      const database = await openDatabase({ dataDir: place.dataDir, databaseUrl: url });
      await storeMessage(database, goodMessage, { language: 'en', confirms: false });
      await database.updateTable('messages').set({ received_at: longAgo }).execute();
      const writer = await startProgram(own.url, 'select pg_current_xact_id()');
      await expect(deleteExpired(database, limits.messagesKeepDays)).rejects.toMatchObject({ code: 'DATABASE_BUSY' });
      expect(await hasRemains(database)).toBe(true);
      await writer.end();
      expect(await deleteExpired(database, limits.messagesKeepDays)).toBe(true);
      expect(await hasRemains(database)).toBe(false);
      await database.destroy();
      await own.stop();
    });
  }

  if (kind === 'SQLite') {
    test('what an earlier version deleted is gone from the disk after the next start', async () => {
      await writeAndMail();
      const earlier = new DatabaseSync(sqliteFile(place.dataDir));
      earlier.exec(`pragma user_version = 0; pragma foreign_keys = on; pragma secure_delete = off`);
      earlier.prepare('delete from messages where email = ?').run(address);
      earlier.exec('pragma wal_checkpoint(truncate)');
      earlier.close();
      expect(await onDisk()).not.toEqual([]);
      const job = new RetentionJob(place.database, limits.messagesKeepDays, { error: () => {} });
      job.start();
      await expect.poll(onDisk).toEqual([]);
      await job.stop();
    });
  }
});
