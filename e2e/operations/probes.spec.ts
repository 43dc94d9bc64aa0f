import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { ask } from '../support/http.ts';
import { expect, test } from '../support/serverTest.ts';

test('who watches the site learns that it is alive and ready, and what is missing when it is not', async ({
  startOwnSite,
}) => {
  const site = await startOwnSite();
  for (const [path, body] of [
    ['/healthz', { alive: true }],
    ['/readyz', { ready: true }],
  ] as const) {
    const answer = await ask(site, path);
    expect([answer.status, JSON.parse(answer.body)], path).toEqual([200, body]);
    expect(answer.headers.get('cache-control'), path).toBe('no-store');
  }
  const database = new DatabaseSync(join(site.dataDir, 'site.sqlite'));
  database.exec('drop table revisions');
  database.close();
  const lacking = await ask(site, '/readyz');
  expect([lacking.status, lacking.headers.get('cache-control')]).toEqual([503, 'no-store']);
  expect(JSON.parse(lacking.body)).toEqual({ ready: false, wrong: { database: expect.any(String) } });
  expect((await ask(site, '/healthz')).status).toBe(200);
});
