import { afterEach, beforeEach, expect, test } from '@rstest/core';
import { openTestDatabase, type TestDatabase } from '@site/testkit/api/testDatabase.ts';
import { type RunningApi, startApi } from './server.ts';
import { readProcessSettings } from './settings.ts';

const token = 'a-token-of-the-test';

let place: TestDatabase;
let api: RunningApi;
beforeEach(async () => {
  place = await openTestDatabase('SQLite');
  const settings = { PORT: '0', LOG_LEVEL: 'silent', METRICS_TOKEN: token, ...place.environment };
  api = await startApi(readProcessSettings(settings));
});
afterEach(async () => {
  await api.close();
  await place.close();
});

const ask = (path: string, headers: Record<string, string> = {}) => fetch(api.origin + path, { headers });

test('the probes report whether the API is alive, and what it lacks to be ready', async () => {
  const alive = await ask('/healthz');
  expect([alive.status, alive.headers.get('cache-control')]).toEqual([200, 'no-store']);
  const ready = await ask('/readyz');
  expect([ready.status, await ready.json()]).toEqual([200, { ready: true }]);
  // As in a database that isn’t the site’s.
  await place.database.schema.dropTable('revisions').execute();
  const lacking = await ask('/readyz');
  expect([lacking.status, lacking.headers.get('cache-control')]).toEqual([503, 'no-store']);
  expect(await lacking.json()).toEqual({
    ready: false,
    wrong: { database: 'The database can’t be read and written.' },
  });
  expect((await ask('/healthz')).status).toBe(200);
});

test('metrics count messages and mails by state, and need the token', async () => {
  const message = { id: 'one', name: 'Ada', email: 'a@example.com', subject: 'Hi', message: 'Hello', language: 'en' };
  const received_at = new Date().toISOString();
  await place.database
    .insertInto('messages')
    .values({ ...message, language: 'en', received_at, client_key: null, content: null })
    .execute();
  const mail = { message_id: 'one', kind: 'notice', attempts: 0, due_at: received_at } as const;
  await place.database
    .insertInto('outbox')
    .values([
      { ...mail, id: 'first', state: 'waiting' },
      { ...mail, id: 'second', state: 'waiting' },
      { ...mail, id: 'third', state: 'delivered' },
    ])
    .execute();
  for (const headers of [{}, { authorization: token }, { authorization: `Bearer ${token}s` }])
    expect((await ask('/metrics', headers)).status).toBe(401);
  const metrics = await (await ask('/metrics', { authorization: `Bearer ${token}` })).text();
  expect(metrics).toContain('\nsite_messages 1\n');
  expect(metrics).toContain('site_outbox_mails{kind="notice",state="waiting"} 2');
  expect(metrics).toContain('site_outbox_mails{kind="notice",state="delivered"} 1');
  expect(metrics).toContain('process_cpu_seconds_total');
  expect(metrics).not.toContain('example.com');
});

test('a response has the id of its request, which no visitor chooses', async () => {
  const first = (await ask('/api/v1/xsrf', { 'x-request-id': 'chosen by a visitor' })).headers.get('x-request-id');
  const second = (await ask('/api/v1/xsrf')).headers.get('x-request-id');
  expect(first).toMatch(/^[\da-f]{32}$/);
  expect(second).not.toBe(first);
});
