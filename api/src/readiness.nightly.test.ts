import { rm } from 'node:fs/promises';
import { afterEach, beforeEach, describe, expect, test } from '@rstest/core';
import { startTestServer, type TestServer } from '@site/testkit/api/testApi.ts';
import { createPostgresDatabase, temporaryFolder } from '@site/testkit/api/testDatabase.ts';
import { startPostgres, type TestPostgres } from '@site/testkit/postgres/startPostgres.ts';
import { sqliteFile } from './database/sqlite.ts';

const readinessOf = async ({ origin }: TestServer) => {
  const response = await fetch(`${origin}/readyz`);
  return [response.status, await response.json()];
};

const lacking = (reason: string) => [503, { ready: false, wrong: { database: reason } }];

test('an API whose database file was deleted is not ready, and says so', async () => {
  const folder = await temporaryFolder();
  const api = await startTestServer({ DATA_DIR: folder });
  expect(await readinessOf(api)).toEqual([200, { ready: true }]);
  await rm(sqliteFile(folder));
  expect(await readinessOf(api)).toEqual(lacking('The database file has been moved or deleted.'));
  await api.close();
  await rm(folder, { recursive: true });
});

describe.skipIf(!process.env.TEST_DATABASE_URL)('an API whose PostgreSQL hangs', () => {
  const token = 'a-token-of-the-tests';
  let postgres: TestPostgres;
  let folder: string;
  let api: TestServer;
  beforeEach(async () => {
    [postgres, folder] = await Promise.all([startPostgres(), temporaryFolder()]);
    const { url } = await createPostgresDatabase(postgres.url);
    api = await startTestServer({ DATA_DIR: folder, DATABASE_URL: url, METRICS_TOKEN: token });
  });
  afterEach(async () => {
    await api.close();
    await postgres.stop();
    await rm(folder, { recursive: true });
  });

  test('reports it at once, however often it is asked, and is ready when PostgreSQL answers again', async () => {
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
