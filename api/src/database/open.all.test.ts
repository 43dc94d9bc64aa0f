import { execFile } from 'node:child_process';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterEach, beforeEach, describe, expect, test } from '@rstest/core';
import { OperatorError } from '@site/shared/contract/OperatorError.ts';
import { createPostgresDatabase, type PostgresDatabase, temporaryFolder } from '@site/testkit/api/testDatabase.ts';
import { siteProgram } from '@site/testkit/site/program.ts';
import { sql } from 'kysely';
import { selectNews } from '../news/queries.ts';
import { type DatabaseOptions, openDatabase } from './open.ts';
import { sqliteFile } from './sqlite.ts';

let folder: string;
beforeEach(async () => {
  folder = await temporaryFolder();
});
afterEach(() => rm(folder, { recursive: true, force: true }));

async function failureOf(options: DatabaseOptions): Promise<OperatorError> {
  const failure = await openDatabase(options).catch((error: unknown) => error);
  expect(failure).toBeInstanceOf(OperatorError);
  return failure as OperatorError;
}

describe('opening SQLite', () => {
  test('creates the folder, and a file that doesn’t lose committed data', async () => {
    const database = await openDatabase({ dataDir: join(folder, 'deep', 'data') });
    const pragma = async (name: string) =>
      Object.values((await sql<object>`pragma ${sql.raw(name)}`.execute(database)).rows[0] ?? {})[0];
    expect(await pragma('journal_mode')).toBe('wal');
    expect(await pragma('synchronous')).toBe(2);
    expect(await pragma('foreign_keys')).toBe(1);
    expect(await pragma('busy_timeout')).toBe(5000);
    await database.destroy();
  });

  test('by several processes at once creates only one database', async () => {
    const script = join(process.cwd(), siteProgram);
    const run = promisify(execFile);
    const env = { ...process.env, DATA_DIR: folder, SAMPLE_NEWS: 'true' };
    const titles = ['First', 'Second', 'Third'];
    const add = (title: string) =>
      run(process.execPath, [script, 'news', 'add', '--lang', 'en', '--title', title], { env });
    await Promise.all(titles.map(add));
    const { stdout } = await run(process.execPath, [script, 'news', 'list'], { env });
    for (const text of ['en-in-the-loop', ...titles]) expect(stdout).toContain(text);
  });

  test('begins without news, unless the samples are asked for', async () => {
    const database = await openDatabase({ dataDir: folder });
    expect(await selectNews(database)).toEqual([]);
    await database.destroy();
  });

  test('again doesn’t restore removed samples', async () => {
    const first = await openDatabase({ dataDir: folder, sampleNews: true });
    await first.deleteFrom('news').execute();
    await first.destroy();
    const second = await openDatabase({ dataDir: folder, sampleNews: true });
    expect(await selectNews(second)).toEqual([]);
    await second.destroy();
  });
});

describe('a failure to open SQLite says what to do', () => {
  test('about a folder that can’t be written', async () => {
    const file = join(folder, 'file');
    await writeFile(file, '');
    for (const dataDir of [file, join(file, 'below')]) {
      const failure = await failureOf({ dataDir });
      expect(failure.code).toBe('DATA_DIR_NOT_WRITABLE');
      expect(failure.message).toContain(dataDir);
      expect(failure.message).toContain('Set DATA_DIR to a folder');
    }
  });

  test('about a database that is a folder', async () => {
    await mkdir(sqliteFile(folder));
    expect((await failureOf({ dataDir: folder })).code).toBe('DATA_DIR_NOT_WRITABLE');
  });

  test('about a file that isn’t a database', async () => {
    await writeFile(sqliteFile(folder), 'this is not a database, whatever its name says. '.repeat(100));
    expect((await failureOf({ dataDir: folder })).code).toBe('DATABASE_DAMAGED');
  });

  test('about a database of a newer version', async () => {
    const database = await openDatabase({ dataDir: folder });
    await sql`insert into kysely_migration (name, timestamp) values ('999-future', '2999-01-01T00:00:00.000Z')`.execute(
      database,
    );
    await database.destroy();
    expect((await failureOf({ dataDir: folder })).code).toBe('DATABASE_NEWER');
  });
});

const server = process.env.TEST_DATABASE_URL ?? '';
const dataDir = 'unused';

describe.skipIf(server === '')('opening PostgreSQL', () => {
  let created: PostgresDatabase;
  beforeEach(async () => {
    created = await createPostgresDatabase(server);
  });
  afterEach(() => created.drop());

  test('by several servers at once creates the tables once', async () => {
    const opened = await Promise.all(
      [1, 2, 3, 4].map(() => openDatabase({ dataDir, databaseUrl: created.url, sampleNews: true })),
    );
    const [first, ...others] = await Promise.all(opened.map((database) => selectNews(database)));
    expect(first).toHaveLength(26);
    for (const other of others) expect(other).toEqual(first);
    await Promise.all(opened.map((database) => database.destroy()));
  });

  test('that doesn’t exist fails with what to do, and without the password', async () => {
    const url = new URL(created.url);
    url.pathname = 'nowhere';
    url.password = 'secret';
    const failure = await failureOf({ dataDir, databaseUrl: url.href });
    expect(failure.code).toBe('DATABASE_REFUSED');
    expect(failure.message).toContain('/nowhere');
    expect(failure.message).not.toContain('secret');
  });

  test('on several servers uses the one that answers', async () => {
    const { host } = new URL(created.url);
    const databaseUrl = created.url.replace(host, `127.0.0.1:1,${host}`);
    const database = await openDatabase({ dataDir, databaseUrl, sampleNews: true });
    expect(await selectNews(database)).toHaveLength(26);
    await database.destroy();
  });

  test('keeps counts and hash keys out of the log that archives and standbys get, also those of earlier versions', async () => {
    const opened = async () => {
      const database = await openDatabase({ dataDir, databaseUrl: created.url });
      const { rows } = await sql<{ relname: string }>`select relname from pg_class
        where relkind = 'r' and relpersistence = 'u' order by relname`.execute(database);
      await sql`alter table address_keys set logged`.execute(database);
      await database.destroy();
      return rows.map(({ relname }) => relname);
    };
    expect(await opened()).toEqual(['address_keys', 'rate_counts']);
    expect(await opened()).toEqual(['address_keys', 'rate_counts']);
  });

  test('on a server that is down fails with what to do', async () => {
    const failure = await failureOf({ dataDir, databaseUrl: 'postgresql://127.0.0.1:1/site' });
    expect(failure.code).toBe('DATABASE_UNREACHABLE');
    expect(failure.message).toContain('Start PostgreSQL');
  });

  test('of a newer version fails', async () => {
    const database = await openDatabase({ dataDir, databaseUrl: created.url });
    await sql`insert into kysely_migration (name, timestamp) values ('999-future', '2999-01-01')`.execute(database);
    await database.destroy();
    expect((await failureOf({ dataDir, databaseUrl: created.url })).code).toBe('DATABASE_NEWER');
  });
});
