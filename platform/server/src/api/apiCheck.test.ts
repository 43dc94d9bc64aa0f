import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, test } from '@rstest/core';
import { apiCheck } from './apiCheck.ts';

/** What the site reports about an API whose `/readyz` answers this. */
async function saidOf(readiness: object): Promise<string | undefined> {
  const api = createServer((_request, response) => response.end(JSON.stringify(readiness)));
  await once(api.listen(0, '127.0.0.1'), 'listening');
  try {
    return await apiCheck(`http://127.0.0.1:${(api.address() as AddressInfo).port}`)();
  } finally {
    api.close();
  }
}

test('an API that accepts messages passes, even without its mail server', async () => {
  expect(await saidOf({ ready: true })).toBeUndefined();
  expect(await saidOf({ ready: true, degraded: { mail: 'The mail server refuses.' } })).toBeUndefined();
});

test('the check names the missing part that messages need', async () => {
  expect(await saidOf({ ready: false, wrong: { database: 'It is away.' } })).toBe('database: It is away.');
  const degraded = { mail: 'The mail server refuses.', disk: 'It is full.' };
  expect(await saidOf({ ready: true, degraded })).toBe('disk: It is full.');
});
