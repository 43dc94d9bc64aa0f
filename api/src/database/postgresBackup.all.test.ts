import { execFile } from 'node:child_process';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from '@rstest/core';
import { goodMessage } from '@site/testkit/api/testApi.ts';
import { createPostgresDatabase, temporaryFolder } from '@site/testkit/api/testDatabase.ts';
import { findBinaries } from '@site/testkit/postgres/findBinaries.ts';
import { startPostgres, type TestPostgres } from '@site/testkit/postgres/startPostgres.ts';
import { selectMessages, storeMessage } from '../contact/store.ts';
import { selectNews } from '../news/queries.ts';
import { selectMails } from '../outbox/queries.ts';
import { openDatabase } from './open.ts';
import type { Database } from './schema.ts';

const run = promisify(execFile);
const programs = ['pg_dump', 'pg_restore'];
const hasPrograms = findBinaries(programs).length > 0;
if (!hasPrograms)
  process.stderr.write('Backups of PostgreSQL are skipped: pg_dump is not here. Install Debian’s postgresql.\n');

/** A copy lives longer than hashes of addresses may. */
const withoutAddresses = ['address_keys', 'rate_counts'].map((table) => `--exclude-table-data=${table}`);

describe.skipIf(!hasPrograms)('backups of PostgreSQL as in docs/deploy.md', () => {
  let server: TestPostgres;
  let folder: string;
  beforeAll(async () => {
    [server, folder] = await Promise.all([startPostgres(programs), temporaryFolder()]);
  });
  afterAll(async () => {
    await server.stop();
    await rm(folder, { recursive: true, force: true });
  });

  const write = (database: Database, number: number) =>
    storeMessage(
      database,
      { ...goodMessage, message: `The message with the number ${number}` },
      { language: 'en', confirms: false },
    );

  /** Everything a site has stored. */
  const stateOf = async (database: Database) => ({
    messages: (await selectMessages(database)).map(({ id }) => id).sort(),
    mails: (await selectMails(database)).map(({ message_id }) => message_id).sort(),
    news: await selectNews(database),
  });

  test('a copy made while messages are written is complete, and restores a site that lost everything', async () => {
    const { url } = await createPostgresDatabase(server.url);
    const place = { dataDir: folder, databaseUrl: url };
    const file = join(folder, 'site.dump');
    const database = await openDatabase(place);
    const before = await Promise.all([1, 2, 3, 4, 5].map((number) => write(database, number)));
    const { news } = await stateOf(database);

    let isDumped = false;
    const dump = async () => {
      await run(join(server.binaries, 'pg_dump'), [
        ...withoutAddresses,
        '--format=custom',
        `--file=${file}`,
        url,
      ]).finally(() => {
        isDumped = true;
      });
    };
    const keepWriting = async () => {
      for (let number = 6; !isDumped; number += 1) await write(database, number);
    };
    await Promise.all([dump(), keepWriting()]);
    await database.deleteFrom('messages').execute();
    await database.deleteFrom('news').execute();
    await database.destroy();

    await run(join(server.binaries, 'pg_restore'), ['--clean', '--if-exists', `--dbname=${url}`, file]);
    const restored = await openDatabase(place);
    const state = await stateOf(restored);
    const after = await write(restored, 0);
    const ids = (await selectMessages(restored)).map(({ id }) => id);
    await restored.destroy();
    expect(state.messages).toEqual(expect.arrayContaining(before));
    expect(state.mails, 'each with its mail').toEqual(state.messages);
    expect(state.news).toEqual(news);
    expect(ids, 'new messages are taken').toContain(after);
  });
});
