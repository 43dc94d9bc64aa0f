import { execFile, spawnSync } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { afterEach, beforeEach, expect, test } from '@rstest/core';
import { runCommand } from '@site/testkit/api/runCommand.ts';
import { goodMessage, startTestServer, type TestServer } from '@site/testkit/api/testApi.ts';
import { openTestDatabase, type TestDatabase } from '@site/testkit/api/testDatabase.ts';
import { onEveryDatabase } from '@site/testkit/postgres/onEveryDatabase.ts';
import { sql } from 'kysely';
import { storeMessage } from '../contact/store.ts';
import { limits } from '../limits.ts';
import { RetentionJob } from '../RetentionJob.ts';

const run = promisify(execFile);
const token = 'a-token-of-the-test';

onEveryDatabase((kind) => {
  const program = kind === 'SQLite' ? 'sqlite3' : 'psql';
  const { error: isMissing } = spawnSync(program, ['--version']);
  if (isMissing) process.stderr.write(`The commands for large databases are skipped: ${program} is not here.\n`);
  let place: TestDatabase;
  let server: TestServer | undefined;
  beforeEach(async () => {
    place = await openTestDatabase(kind);
    server = await startTestServer({ ...place.environment, METRICS_TOKEN: token });
    // It has looked at its new database.
    await remains('0');
  });
  afterEach(async () => {
    await server?.close();
    await place.close();
  });

  /** What the server's metrics say. */
  async function remainsNow(): Promise<string | undefined> {
    const answer = await fetch(`${server?.origin}/metrics`, { headers: { authorization: `Bearer ${token}` } });
    return /^site_deleted_remains (\S+)$/m.exec(await answer.text())?.[1];
  }

  /** The metric is absent while the database is slow. */
  const remains = (value: '0' | '1') => expect.poll(remainsNow, { timeout: 10_000 }).toBe(value);

  /** Makes the database too large for an automatic rewrite, with rows that no command reads. */
  async function grow(): Promise<void> {
    const { database } = place;
    if (kind === 'SQLite') {
      await sql`create table ballast (bytes blob)`.execute(database);
      await sql`insert into ballast values (zeroblob(${limits.rewrite}))`.execute(database);
      return;
    }
    await sql`alter table messages alter column message set storage external`.execute(database);
    await sql`alter table messages set (autovacuum_enabled = false, toast.autovacuum_enabled = false)`.execute(
      database,
    );
    const mebibyte = 2 ** 20;
    await sql`insert into messages (id, name, email, subject, message, language, received_at)
      select 'ballast-' || number, '', '', '', repeat('x', ${sql.lit(mebibyte)}), 'en', ''
      from generate_series(0, ${sql.lit(limits.rewrite / mebibyte)}) as number`.execute(database);
    // Their space stays allocated.
    await sql`delete from messages where id like 'ballast-%'`.execute(database);
  }

  /** Frees that space without rewriting the rest. */
  async function shrink(): Promise<void> {
    if (kind === 'PostgreSQL') await sql`vacuum messages`.execute(place.database);
    else {
      await sql`drop table ballast`.execute(place.database);
      await sql`vacuum`.execute(place.database);
    }
  }

  /** What the server logs when it deletes what has expired. */
  async function deleteAndListen(): Promise<readonly string[]> {
    const lines: string[] = [];
    const error = (fields: unknown, text?: string) => lines.push(text ?? String(fields));
    const job = new RetentionJob(place.database, limits.messagesKeepDays, { error });
    job.start();
    await job.stop();
    return lines;
  }

  async function storeExpired(): Promise<void> {
    const id = await storeMessage(place.database, goodMessage, { language: 'en' });
    await place.database
      .updateTable('messages')
      .set({ received_at: '2020-01-01T00:00:00.000Z' })
      .where('id', '=', id)
      .execute();
  }

  /** Runs the documented commands on the test's database. */
  async function writeAnewByHand(): Promise<void> {
    const guide = await readFile('docs/personal-data.md', 'utf8');
    const command = new RegExp(`^sudo -u \\w+ (${program} .*vacuum.*)$`, 'im').exec(guide)?.[1] ?? '';
    const here = command
      .replace('/var/lib/site/', `${place.dataDir}/`)
      .replace('--dbname=site', `--dbname='${place.databaseUrl}'`);
    expect(here).not.toBe(command);
    await run('sh', ['-ec', here]);
  }

  test.skipIf(isMissing !== undefined)(
    'what stays on the disk of a large database is reported each day, also after a restart, until it is rewritten by hand',
    async () => {
      await grow();
      expect(await deleteAndListen(), 'nothing was deleted').toEqual([]);
      await remains('0');
      await storeExpired();
      expect(await deleteAndListen()).toEqual([expect.stringMatching(/^SITE-REMAINS .*docs\/personal-data\.md/)]);
      expect(await deleteAndListen(), 'and the next day').toEqual([expect.stringMatching(/^SITE-REMAINS /)]);
      await server?.close();
      server = await startTestServer({ ...place.environment, METRICS_TOKEN: token });
      await remains('1');
      await server.close();
      server = undefined;
      await writeAnewByHand();
      server = await startTestServer({ ...place.environment, METRICS_TOKEN: token });
      expect(await deleteAndListen()).toEqual([]);
      await remains('0');
    },
  );

  test('anyone who erases a visitor from a large database is told that it is not done yet', async () => {
    await grow();
    await storeMessage(place.database, { ...goodMessage, email: 'grace@example.com' }, { language: 'en' });
    const { status, errors } = await runCommand('messages', place, ['erase', 'grace@example.com']);
    expect([status, errors]).toEqual([0, expect.stringContaining('SITE-REMAINS It is still on the disk')]);
    await remains('1');
  });

  test('a database that has become small enough is rewritten automatically', async () => {
    await grow();
    await storeExpired();
    expect(await deleteAndListen()).toHaveLength(1);
    await shrink();
    expect(await deleteAndListen()).toEqual([]);
    await remains('0');
  });
});
