import { afterEach, beforeEach, expect, test } from '@rstest/core';
import { goodMessage, startTestApi, type TestApi } from '@site/testkit/api/testApi.ts';

const siteOrigin = 'https://www.example.com';
const fromSite = { origin: siteOrigin, 'sec-fetch-site': 'same-site' };

let api: TestApi;
beforeEach(async () => {
  api = await startTestApi({ siteOrigin });
});
afterEach(() => api.close());

const preflight = (origin: string) =>
  api.server.inject({
    method: 'OPTIONS',
    url: '/api/v1/contact',
    headers: { origin, 'access-control-request-method': 'POST', 'access-control-request-headers': 'x-xsrf-token' },
  });

const corsHeaders = (headers: object) => Object.keys(headers).filter((name) => name.startsWith('access-control-'));

test('a page of the site may call from its own origin, and gets its token in a header that it can read', async () => {
  const allowed = await preflight(siteOrigin);
  expect(allowed.statusCode).toBe(204);
  expect(allowed.headers).toMatchObject({
    'access-control-allow-origin': siteOrigin,
    'access-control-allow-credentials': 'true',
    'access-control-max-age': '600',
  });
  for (const header of ['x-xsrf-token', 'idempotency-key'])
    expect(allowed.headers['access-control-allow-headers']).toContain(header);

  const response = await api.get('/api/v1/xsrf', fromSite);
  const token = String(response.headers['x-xsrf-token']);
  expect(response.cookies[0]?.value).toBe(token);
  expect(response.headers['access-control-expose-headers']).toContain('x-xsrf-token');
  const sent = await api.send(goodMessage, { ...fromSite, cookie: `XSRF-TOKEN=${token}`, 'x-xsrf-token': token });
  expect(sent.statusCode).toBe(201);
});

test.each(['https://evil.example', 'https://www.example.com.evil.example', 'https://other.example.com', 'null'])(
  'a page of %s may not',
  async (origin) => {
    const asked = await api.get('/api/v1/xsrf', { origin });
    for (const { headers } of [await preflight(origin), asked]) expect(corsHeaders(headers)).toEqual([]);
    expect(asked.headers.vary).toMatch(/^origin$/i);
    const sent = await api.send(goodMessage, { origin, 'sec-fetch-site': 'same-site' });
    expect(sent.statusCode).toBe(403);
  },
);

test('without a known site origin no other origin may', async () => {
  const other = await startTestApi();
  const { headers } = await other.get('/api/v1/xsrf', fromSite);
  await other.close();
  expect(corsHeaders(headers)).toEqual([]);
});
