import { rename, rm, writeFile } from 'node:fs/promises';
import { afterEach, beforeEach, describe, expect, test } from '@rstest/core';
import { goodMessage, startTestServer, type TestServer } from '@site/testkit/api/testApi.ts';
import { createPostgresDatabase, temporaryFolder } from '@site/testkit/api/testDatabase.ts';
import { startPostgres, type TestPostgres } from '@site/testkit/postgres/startPostgres.ts';
import { openDatabase } from './database/open.ts';
import { sqliteFile } from './database/sqlite.ts';

const readinessOf = async ({ origin }: Pick<TestServer, 'origin'>) => {
  const response = await fetch(`${origin}/readyz`);
  return [response.status, await response.json()] as const;
};

const lacking = (reason: string) => [503, { ready: false, wrong: { database: reason } }];

test('an API with a damaged database file starts, and works with the one that takes its place', async () => {
  const [folder, spare] = await Promise.all([temporaryFolder(), temporaryFolder()]);
  await (await openDatabase({ dataDir: spare })).destroy();
  await writeFile(sqliteFile(folder), 'this is not a database, whatever its name says. '.repeat(100));
  const api = await startTestServer({ DATA_DIR: folder });
  expect(await readinessOf(api)).toEqual(lacking(expect.stringContaining('DATABASE_DAMAGED')));
  expect((await api.post(goodMessage)).status).toBe(503);
  await rename(sqliteFile(spare), sqliteFile(folder));
  await expect.poll(() => readinessOf(api), { timeout: 15_000 }).toEqual([200, { ready: true }]);
  expect((await api.post(goodMessage)).status).toBe(201);
  await api.close();
  await Promise.all([folder, spare].map((path) => rm(path, { recursive: true })));
});

test('an API whose database file was deleted is not ready, and says so', async () => {
  const folder = await temporaryFolder();
  const api = await startTestServer({ DATA_DIR: folder });
  expect(await readinessOf(api)).toEqual([200, { ready: true }]);
  await rm(sqliteFile(folder));
  expect(await readinessOf(api)).toEqual(lacking('The database file has been moved or deleted.'));
  await api.close();
  await rm(folder, { recursive: true });
});

describe.skipIf(!process.env.TEST_DATABASE_URL)('an API whose PostgreSQL is away', () => {
  const token = 'a-token-of-the-tests';
  let postgres: TestPostgres;
  let folder: string;
  let url: string;
  let api: TestServer | undefined;
  const start = async (address = url) => {
    api = await startTestServer({ DATA_DIR: folder, DATABASE_URL: address, METRICS_TOKEN: token });
    return api;
  };
  beforeEach(async () => {
    [postgres, folder] = await Promise.all([startPostgres(), temporaryFolder()]);
    ({ url } = await createPostgresDatabase(postgres.url));
  });
  afterEach(async () => {
    await api?.close();
    api = undefined;
    await postgres.stop();
    await rm(folder, { recursive: true });
  });

  test('starts all the same, says so, and stores messages when PostgreSQL is there', async () => {
    await postgres.kill();
    const { origin, post } = await start();
    const [status, { wrong }] = await readinessOf({ origin });
    expect([status, wrong.database]).toEqual([503, expect.stringMatching(/DATABASE_UNREACHABLE\), since 20/)]);
    const refused = await post(goodMessage);
    expect([refused.status, await refused.json()]).toMatchObject([503, { error: { code: 'storage_unavailable' } }]);
    await postgres.startAgain();
    // It still has to make the tables.
    await expect.poll(() => readinessOf({ origin }), { timeout: 20_000 }).toEqual([200, { ready: true }]);
    expect((await post(goodMessage)).status).toBe(201);
  });

  test('doesn’t start with a mistake in its address', async () => {
    await expect(start(`${url}_mistyped`)).rejects.toThrow(/^DATABASE_REFUSED .*_mistyped/);
  });

  test('reports that it hangs at once, however often it is asked, and is ready when it answers again', async () => {
    const api = await start();
    expect(await readinessOf(api)).toEqual([200, { ready: true }]);
    const goOn = postgres.freeze();
    // More often than it has connections.
    const asked = await Promise.all(Array.from({ length: 20 }, () => readinessOf(api)));
    for (const answer of asked) expect(answer).toEqual(lacking('It gives no answer.'));
    const scraped = await fetch(`${api.origin}/metrics`, {
      headers: { authorization: `Bearer ${token}` },
      signal: AbortSignal.timeout(4_000),
    });
    expect(await scraped.text(), 'a scrape waits no longer').toContain('site_part_up{part="database"} 0');
    goOn();
    await expect.poll(() => readinessOf(api), { timeout: 20_000 }).toEqual([200, { ready: true }]);
  });
});
