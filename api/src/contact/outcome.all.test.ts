import { rm } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, describe, expect, test } from '@rstest/core';
import { lockDatabase } from '@site/testkit/api/lockDatabase.ts';
import { goodMessage, startTestServer, type TestServer } from '@site/testkit/api/testApi.ts';
import { createPostgresDatabase, temporaryFolder } from '@site/testkit/api/testDatabase.ts';
import { StatementProxy } from '@site/testkit/postgres/StatementProxy.ts';
import { startPostgres, type TestPostgres } from '@site/testkit/postgres/startPostgres.ts';

import { sql } from 'kysely';
import { openDatabase } from '../database/open.ts';
import type { Database } from '../database/schema.ts';
import { sqliteFile } from '../database/sqlite.ts';
import { selectMails } from '../outbox/queries.ts';
import { selectMessages } from './store.ts';

type Answer = 'stored' | 'not stored' | 'unknown';

const answers: Readonly<Record<string, Answer>> = {
  '201': 'stored',
  '503 storage_unavailable': 'not stored',
  '504 outcome_unknown': 'unknown',
};

let lastWave = 0;

/** The messages of many visitors who send at the same time. */
function newMessages(count: number) {
  const wave = ++lastWave;
  return Array.from({ length: count }, (_, index) => ({
    ...goodMessage,
    subject: `Visitor ${wave}-${index}`,
    message: `The words of visitor ${index} in wave ${wave}`,
  }));
}

type Message = ReturnType<typeof newMessages>[number];

async function send(server: TestServer, message: Message, hasKey: boolean): Promise<Answer> {
  const key: Record<string, string> = hasKey ? { 'idempotency-key': message.subject.replace(' ', '-') } : {};
  // A visitor each.
  const address = `192.0.${lastWave}.${message.subject.split('-')[1]}`;
  const response = await server.post(message, { ...key, 'x-forwarded-for': address });
  const { error } = (await response.json()) as { error?: { code: string } };
  const answer = answers[[response.status, error?.code].filter(Boolean).join(' ')];
  if (!answer) throw new Error(`${response.status} ${error?.code}`);
  return answer;
}

/** Sends all messages at once: every second one with a key, as scripts do. */
const sendAll = async (server: TestServer, messages: readonly Message[]) =>
  new Map(
    await Promise.all(
      messages.map(async (message, index) => [message, await send(server, message, index % 2 === 0)] as const),
    ),
  );

/** Asserts that each answer was true, and stays true. */
async function expectTruth(database: Database, given: ReadonlyMap<Message, Answer>, isRetried: boolean): Promise<void> {
  const stored = (await selectMessages(database)).map(({ subject }) => subject);
  for (const [{ subject }, answer] of given) {
    const times = stored.filter((other) => other === subject).length;
    if (isRetried || answer === 'stored') expect([subject, answer, times]).toEqual([subject, answer, 1]);
    else if (answer === 'not stored') expect([subject, answer, times]).toEqual([subject, answer, 0]);
    else expect(times, subject).toBeLessThanOrEqual(1);
  }
  expect(await selectMails(database), 'each with its mail').toHaveLength(stored.length);
}

describe.skipIf(!process.env.TEST_DATABASE_URL)('with PostgreSQL, what a visitor is told is true', () => {
  let postgres: TestPostgres;
  let proxy: StatementProxy;
  let folder: string;
  let server: TestServer;
  /** A connection without the faults. */
  let database: Database;
  beforeAll(async () => {
    [postgres, folder] = await Promise.all([startPostgres(), temporaryFolder()]);
    const { url } = await createPostgresDatabase(postgres.url);
    proxy = await StatementProxy.start(url);
    server = await startTestServer({ DATA_DIR: folder, DATABASE_URL: proxy.url });
    database = await openDatabase({ dataDir: folder, databaseUrl: url });
  });
  afterEach(() => {
    proxy.onStatement = () => 'pass';
  });
  afterAll(async () => {
    await server.close();
    await database.destroy();
    await proxy.stop();
    await postgres.stop();
    await rm(folder, { recursive: true });
  });

  /** Acts at the n-th statement that contains some words, which only messages' transactions have. */
  const atStatement = (words: string, time: number, act: () => ReturnType<StatementProxy['onStatement']>) => {
    let seen = 0;
    proxy.onStatement = (statement) => (statement.includes(words) && ++seen === time ? act() : 'pass');
  };

  /** Waits until no transaction is running: what isn't stored by then will never be. */
  const settled = () =>
    expect
      .poll(
        async () => {
          const { rows } = await sql<{ running: number }>`select count(*)::int as running from pg_stat_activity
            where application_name = 'site' and pid <> pg_backend_pid() and state <> 'idle'`.execute(database);
          return rows[0]?.running;
        },
        { timeout: 20_000 },
      )
      .toBe(0);

  async function expectTrueAnswers(given: ReadonlyMap<Message, Answer>): Promise<void> {
    await settled();
    await expectTruth(database, given, false);
    // Every visitor who was told to sends again.
    const retried = new Map<Message, Answer>();
    await expect
      .poll(
        async () => {
          const again = await sendAll(server, [...given.keys()]);
          for (const [message, answer] of again) retried.set(message, answer);
          return new Set(again.values());
        },
        { timeout: 30_000 },
      )
      .toEqual(new Set(['stored']));
    await expectTruth(database, retried, true);
  }

  test.each([
    ['begins', 'begin', 3],
    ['takes its lock', 'pg_advisory_xact_lock', 4],
    ['writes the message', 'insert into "messages"', 3],
    ['writes the mail', 'insert into "outbox"', 3],
    ['commits', 'commit', 3],
    ['commits, the last one', 'commit', 12],
  ])('when the database is paused while a message %s', async (_, words, time) => {
    let goOn: (() => void) | undefined;
    atStatement(words, time, () => {
      goOn = postgres.freeze();
      return 'pass';
    });
    const given = await sendAll(server, newMessages(13));
    expect(new Set(given.values()).size, 'the pause was noticed').toBeGreaterThan(0);
    expect([...given.values()].filter((answer) => answer !== 'stored').length).toBeGreaterThan(0);
    goOn?.();
    await expectTrueAnswers(given);
  });

  test('when the connection breaks after the commit was sent: the message is looked up, and confirmed', async () => {
    atStatement('commit', 1, () => 'cut');
    const [message] = newMessages(1) as [Message];
    expect(await send(server, message, true)).toBe('stored');
    await expectTrueAnswers(new Map([[message, 'stored']]));
  });

  test('when the connection breaks and the commit never arrives: nothing is stored', async () => {
    atStatement('commit', 1, () => 'lose');
    const [message] = newMessages(1) as [Message];
    expect(await send(server, message, false)).toBe('not stored');
    await expectTrueAnswers(new Map([[message, 'not stored']]));
  });

  test('when a pause is short, a message only waits', async () => {
    let goOn: (() => void) | undefined;
    atStatement('insert into "outbox"', 1, () => {
      goOn = postgres.freeze();
      return 'pass';
    });
    const sending = sendAll(server, newMessages(1));
    await expect.poll(() => goOn !== undefined).toBe(true);
    await delay(300);
    goOn?.();
    expect([...(await sending).values()]).toEqual(['stored']);
  });
});

test('with SQLite locked by another process, what a visitor is told is true', async () => {
  const folder = await temporaryFolder();
  const server = await startTestServer({ DATA_DIR: folder });
  const database = await openDatabase({ dataDir: folder });
  const unlock = await lockDatabase(sqliteFile(folder));
  const given = await sendAll(server, newMessages(5));
  expect(new Set(given.values())).toEqual(new Set(['not stored']));
  await unlock();
  // Transactions run in order: those that were given up come before this one.
  const [last] = newMessages(1) as [Message];
  expect(await send(server, last, true)).toBe('stored');
  await expectTruth(database, new Map([...given, [last, 'stored' as const]]), false);
  const again = await sendAll(server, [...given.keys()]);
  expect(new Set(again.values())).toEqual(new Set(['stored']));
  await expectTruth(database, again, true);
  await server.close();
  await database.destroy();
  await rm(folder, { recursive: true });
});
