import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, rs, test } from '@rstest/core';
import { newFolder } from '@site/testkit/releases/fixtures.ts';
import { serviceLimits } from './limits.ts';
import { ReceivedRequests } from './ReceivedRequests.ts';

const { perKey } = serviceLimits.requests;
const minute = 60_000;

test('a request doesn’t make the service read every remembered one', async () => {
  const prepare = rs.spyOn(DatabaseSync.prototype, 'prepare');
  const folder = await newFolder();
  const requests = new ReceivedRequests(folder);
  requests.add({ key: 'blog', nonce: '1', until: Date.now() + 30 * minute });
  const statements = prepare.mock.calls.map(([statement]) => statement);
  prepare.mockRestore();
  const database = new DatabaseSync(join(folder, 'requests.sqlite'));
  const plans = statements.map((statement) => {
    const steps = database.prepare(`EXPLAIN QUERY PLAN ${statement}`).all();
    return steps.map(({ detail }) => detail).join();
  });
  database.close();
  requests.close();
  expect(plans.filter((plan) => plan.includes('SEARCH'))).toHaveLength(2);
  expect(plans.filter((plan) => plan.includes('SCAN'))).toEqual([]);
});

test('a key that sent too many requests must wait; other keys needn’t', async () => {
  const requests = new ReceivedRequests(await newFolder());
  const until = Date.now() + 30 * minute;
  for (let nonce = 0; nonce < perKey; nonce += 1) requests.add({ key: 'blog', nonce: String(nonce), until });
  expect(() => requests.add({ key: 'blog', nonce: 'one more', until })).toThrow('RELEASE-BUSY');
  expect(() => requests.add({ key: 'another', nonce: '1', until })).not.toThrow();
  requests.close();
});

test('requests with expired signatures make room for others, and a repeated request counts once', async () => {
  const folder = await newFolder();
  const requests = new ReceivedRequests(folder);
  const ended = Date.now() - minute;
  for (let nonce = 0; nonce < perKey + 10; nonce += 1) requests.add({ key: 'blog', nonce: `${nonce}`, until: ended });
  const request = { key: 'blog', nonce: 'again', until: Date.now() + minute };
  requests.add(request);
  requests.close();
  const reopened = new ReceivedRequests(folder);
  expect(() => reopened.add(request)).toThrow('RELEASE-REQUEST');
  reopened.close();
});
