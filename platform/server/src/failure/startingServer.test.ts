import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, expect, test } from '@rstest/core';
import { outagePage } from './outagePage.ts';
import { startingServer } from './startingServer.ts';

const { server } = startingServer(undefined);
let origin: string;
beforeEach(async () => {
  await once(server.listen(0, '127.0.0.1'), 'listening');
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterEach(() => void server.close());

const answerOf = async (path: string, headers: Record<string, string>, method = 'GET') => {
  const answer = await fetch(origin + path, { method, headers });
  return [answer.status, answer.headers.get('content-type')?.split(';')[0], await answer.text()];
};

test('while a server starts, visitors and search engines get the outage page in their language', async () => {
  const page = [502, 'text/html', outagePage('page', 'fr')];
  expect(await answerOf('/fr/prix', { accept: 'text/html,*/*;q=0.8' })).toEqual(page);
  expect(await answerOf('/fr/prix', { accept: '*/*' })).toEqual(page);
  expect(await answerOf('/', { 'accept-language': 'fr-CA' })).toEqual(page);
  expect(await answerOf('/es/contacto', {}, 'POST')).toEqual([502, 'text/html', outagePage('form', 'es')]);
});

test('while a server starts, programs get a line with a code', async () => {
  const english = 'SITE-STARTING The site is starting. Please come back in a moment.';
  expect(await answerOf('/api/v1/blog/en', { accept: '*/*' })).toEqual([502, 'text/plain', english]);
  expect(await answerOf('/fr/prix', { accept: 'text/plain' })).toEqual([
    502,
    'text/plain',
    expect.stringMatching(/^SITE-STARTING Nous revenons tout de suite\./),
  ]);
});
