import { expect, test } from '@rstest/core';
import { newFolder } from '@site/testkit/releases/fixtures.ts';
import { serviceLimits } from './limits.ts';
import { ReceivedRequests } from './ReceivedRequests.ts';

const { perKey } = serviceLimits.requests;
const minute = 60_000;

test('a request costs the same with the most remembered requests as with few', async () => {
  const requests = new ReceivedRequests(await newFolder());
  const until = Date.now() + 30 * minute;
  const add = (key: string, first: number, count: number) => {
    const start = performance.now();
    for (let nonce = first; nonce < first + count; nonce += 1) requests.add({ key, nonce: String(nonce), until });
    return performance.now() - start;
  };
  const batch = perKey / 20;
  // The first requests of a program are slow: code and pages of the database are loaded.
  add('another', 0, batch);
  const few = add('blog', 0, batch);
  add('blog', batch, perKey - 2 * batch);
  const many = add('blog', perKey - batch, batch);
  expect(many / few).toBeLessThan(5);
  expect(() => add('blog', perKey, 1)).toThrow('RELEASE-BUSY');
  expect(() => add('another', batch, 1), 'of another key').not.toThrow();
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
