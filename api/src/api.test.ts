import cookie from '@fastify/cookie';
import { expect, test } from '@rstest/core';
import { startTestApi } from '@site/testkit/api/testApi.ts';
import Fastify from 'fastify';
import { createApi } from './api.ts';

test('the API doesn’t change the server that it is registered with', async () => {
  const api = await startTestApi();
  const site = Fastify();
  await site.register(cookie);
  site.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string' },
    async (_request: unknown, body: string) => body,
  );
  await site.register(createApi({ database: api.database }));
  site.get('/*', async () => 'page');
  site.post('/en/contact', async (request) => `form: ${request.body}`);

  expect((await site.inject('/en')).body).toBe('page');
  expect((await site.inject('/api/v1/nothing')).json().error.code).toBe('not_found');
  expect((await site.inject('/api/v1/blog/en')).statusCode).toBe(200);
  const form = { 'content-type': 'application/x-www-form-urlencoded' };
  expect((await site.inject({ method: 'POST', url: '/en/contact', headers: form, payload: 'a=b' })).body).toBe(
    'form: a=b',
  );
  expect(
    (await site.inject({ method: 'POST', url: '/api/v1/contact', headers: form, payload: 'a=b' })).statusCode,
  ).toBe(415);

  await site.close();
  await api.close();
});
