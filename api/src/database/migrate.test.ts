import { afterEach, beforeEach, describe, expect, test } from '@rstest/core';
import { contractionsIn } from '@site/testkit/api/contractions.ts';
import { goodMessage, startTestServer, type TestServer } from '@site/testkit/api/testApi.ts';
import { openTestDatabase, type TestDatabase } from '@site/testkit/api/testDatabase.ts';
import { onEveryDatabase } from '@site/testkit/postgres/onEveryDatabase.ts';
import { startMailServer, type TestMailServer } from '@site/testkit/startMailServer.ts';
import { Kysely, sql } from 'kysely';
import packageJson from '../../package.json' with { type: 'json' };
import { selectMails } from '../outbox/queries.ts';
import { isAtLeast, migrate, type TableChange, type TableChanges } from './migrate.ts';
import { migrationState } from './migrationState.ts';
import { migrationsFor } from './migrations.ts';
import { dialectOf } from './open.ts';
import type { Tables } from './schema.ts';

const present = migrationsFor({ sampleNews: undefined });

/** What a later version adds: a column, a table that refers to messages, and what it knows of the present ones. */
const addReplies: TableChange = {
  async up(database) {
    await database.schema.alterTable('messages').addColumn('replied_at', 'text').execute();
    await database.schema
      .createTable('replies')
      .addColumn('id', 'text', (column) => column.primaryKey().notNull())
      .addColumn('message_id', 'text', (column) => column.notNull().references('messages.id').onDelete('cascade'))
      .execute();
    await sql`insert into replies (id, message_id) select id, id from messages`.execute(database);
  },
};

onEveryDatabase(
  (kind) => {
    let place: TestDatabase;
    let smtp: TestMailServer;
    beforeEach(async () => {
      [place, smtp] = await Promise.all([openTestDatabase(kind), startMailServer()]);
    });
    afterEach(async () => {
      await Promise.all([place.close(), smtp.stop()]);
    });

    /** Opens the database as a later version does. */
    const openLater = async (changes: TableChanges) => {
      const database = new Kysely<Tables>({ dialect: dialectOf(place) });
      await migrate(database, { ...present, ...changes }).finally(() => database.destroy());
    };
    const send = async (server: TestServer, subject: string) =>
      expect((await server.post({ ...goodMessage, subject })).status).toBe(201);

    test('back after an update, every message and every mail is there, and forward again, too', async () => {
      const mail = { SMTP_URL: smtp.url, MAIL_TO: 'team@example.com', MAIL_FROM: 'site@example.com' };
      const before = await startTestServer({ ...place.environment });
      await send(before, 'Before the update');
      await before.close();
      await openLater({ '900-replies': addReplies });
      // As the later version stores a message: with its mail, and with what the earlier one doesn't know.
      await sql`insert into messages (id, name, email, subject, message, language, received_at, replied_at)
        values ('later', 'Ada', 'ada@example.com', 'During the update', 'Hello', 'en', '2030-01-01T00:00:00.000Z', 'never')`.execute(
        place.database,
      );
      await sql`insert into outbox (id, message_id, kind, state, attempts, due_at)
        values ('later', 'later', 'notice', 'waiting', 0, '2020-01-01T00:00:00.000Z')`.execute(place.database);

      const back = await startTestServer({ ...place.environment, ...mail });
      await send(back, 'After the way back');
      const subjects = ['After the way back', 'Before the update', 'During the update'];
      const sent = (await smtp.received(3)).map(({ subject }) => subject?.replace('Message from the website: ', ''));
      expect(sent.sort()).toEqual(subjects);
      await back.close();

      await openLater({ '900-replies': addReplies });
      const stored = await sql<{ subject: string; replied_at: string | null }>`
        select subject, replied_at from messages order by subject`.execute(place.database);
      expect(stored.rows.map(({ subject, replied_at }) => [subject, replied_at])).toEqual([
        ['After the way back', null],
        ['Before the update', null],
        ['During the update', 'never'],
      ]);
      expect((await selectMails(place.database)).map(({ state }) => state)).toEqual(Array(3).fill('delivered'));
    });

    test('only versions that can go on with the tables start', async () => {
      await openLater({ '900-drop': { oldest: packageJson.version, up: async () => {} } });
      await (await place.openAgain()).destroy();
      await openLater({ '900-drop': { up: async () => {} }, '901-drop': { oldest: '99.0.0', up: async () => {} } });
      await expect(place.openAgain()).rejects.toThrow(
        /^DATABASE_NEWER .* can't go on with 901-drop \(needs 99\.0\.0\)\. Start a version that can/,
      );
      expect(await migrationState(place)).toMatchObject({ pending: [], refused: ['901-drop'] });
    });

    test('a field that an owner adds may come before what a later version has changed', async () => {
      await openLater({ '900-replies': addReplies });
      const field: TableChange = { up: async () => {} };
      await openLater({ '009-phone': field });
      await openLater({ '009-phone': field, '900-replies': addReplies });
      expect(await migrationState(place)).toMatchObject({ pending: [], refused: [] });
    });
  },
  { inFirstTier: true },
);

describe('a migration', () => {
  /** What each migration does that an earlier version might not live with. */
  async function contractionsOf(changes: TableChanges): Promise<Readonly<Record<string, readonly string[]>>> {
    const found: Record<string, readonly string[]> = {};
    const statements: string[] = [];
    const place = await openTestDatabase('SQLite');
    const database = new Kysely<Tables>({
      dialect: dialectOf({ ...place, dataDir: `${place.dataDir}/empty`, databaseUrl: undefined }),
      log: ({ query }) => void statements.push(query.sql),
    });
    const watched = Object.entries(changes).map(([name, change]): [string, TableChange] => [
      name,
      {
        ...change,
        up: async (transaction) => {
          statements.length = 0;
          await change.up(transaction);
          found[name] = contractionsIn(statements);
        },
      },
    ]);
    await migrate(database, Object.fromEntries(watched)).finally(() => database.destroy());
    await place.close();
    return found;
  }

  const all = migrationsFor({ sampleNews: true });

  test('either only adds, or says which versions can go on', async () => {
    const found = Object.entries(await contractionsOf(all)).filter(([, statements]) => statements.length > 0);
    // Version 1.1.0, the first that is promised anything, has these. They show that the rest is looked at.
    const early = ['002-sample-news', '006-dead-mails'];
    expect(found.filter(([name]) => all[name]?.oldest === undefined).map(([name]) => name)).toEqual(early);
  });

  test('lets the version before go on, at least', () => {
    const late = Object.entries(all).filter(([, { oldest }]) => oldest && !isAtLeast(packageJson.version, oldest));
    expect(late).toEqual([]);
  });

  test.each([
    'alter table messages add column phone text not null',
    'alter table messages add column phone text unique',
    'alter table messages drop column subject',
    'alter table messages rename column subject to title',
    'create unique index one on messages (email)',
    'create table replies (id text primary key, message_id text references messages (id))',
    'create trigger late after insert on messages begin select 1; end',
    "update outbox set state = 'gone'",
    'delete from outbox',
    'drop table data_requests',
  ])('with “%s” does more than add', (statement) => {
    expect(contractionsIn([statement])).toEqual([statement]);
  });

  test('that adds columns, tables and indexes and fills them only adds', async () => {
    const { '900-replies': found } = await contractionsOf({ ...present, '900-replies': addReplies });
    expect(found).toEqual([]);
  });
});
