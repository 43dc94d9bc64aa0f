import { afterEach, beforeEach, describe, expect, test } from '@rstest/core';
import { OperatorError } from '@site/shared/contract/OperatorError.ts';
import { type MadeDatabase, makeDatabase } from '@site/testkit/postgres/makeDatabase.ts';
import { sql } from 'kysely';
import { selectNews } from '../../news/queries.ts';
import { openDatabase } from '../open.ts';

const server = process.env.TEST_DATABASE_URL ?? '';
const dataDir = 'unused';

async function failureOf(databaseUrl: string): Promise<OperatorError> {
  const failure = await openDatabase({ dataDir, databaseUrl }).catch((error: unknown) => error);
  expect(failure).toBeInstanceOf(OperatorError);
  return failure as OperatorError;
}

describe.skipIf(server === '')('opening PostgreSQL', () => {
  let made: MadeDatabase;
  beforeEach(async () => {
    made = await makeDatabase(server);
  });
  afterEach(() => made.drop());

  test('by several servers at once makes the tables once', async () => {
    const opened = await Promise.all([1, 2, 3, 4].map(() => openDatabase({ dataDir, databaseUrl: made.url })));
    const [first, ...others] = await Promise.all(opened.map((database) => selectNews(database)));
    expect(first).toHaveLength(30);
    for (const other of others) expect(other).toEqual(first);
    await Promise.all(opened.map((database) => database.destroy()));
  });

  test('says what to do when there is no such database, without telling the password', async () => {
    const url = new URL(made.url);
    url.pathname = 'nowhere';
    url.password = 'secret';
    const failure = await failureOf(url.href);
    expect(failure.code).toBe('DATABASE_REFUSED');
    expect(failure.message).toContain('/nowhere');
    expect(failure.message).not.toContain('secret');
  });

  test('says what to do when there is no server', async () => {
    const failure = await failureOf('postgresql://127.0.0.1:1/site');
    expect(failure.code).toBe('DATABASE_UNREACHABLE');
    expect(failure.message).toContain('Start PostgreSQL');
  });

  test('of a newer version is refused', async () => {
    const database = await openDatabase({ dataDir, databaseUrl: made.url });
    await sql`insert into kysely_migration (name, timestamp) values ('999-future', '2999-01-01')`.execute(database);
    await database.destroy();
    expect((await failureOf(made.url)).code).toBe('DATABASE_NEWER');
  });
});
