import { afterEach, beforeEach, expect, test } from '@rstest/core';
import { goodMessage, startTestApi, type TestApi } from '@site/testkit/api/testApi.ts';

let api: TestApi;
beforeEach(async () => {
  api = await startTestApi();
});
afterEach(() => api.close());

test('a first-time visitor gets a token that works at once', async () => {
  const response = await api.get('/api/v1/xsrf');
  expect(response.statusCode).toBe(204);
  expect(response.headers['cache-control']).toBe('no-store');
  expect(String(response.headers['set-cookie'])).toMatch(/^XSRF-TOKEN=[\w-]{43}; Path=\/; SameSite=Lax$/);
  const token = response.cookies[0]?.value ?? '';
  const sent = await api.send(goodMessage, { cookie: `other=1; XSRF-TOKEN=${token}`, 'x-xsrf-token': token });
  expect(sent.statusCode).toBe(201);
});

test('tokens differ', async () => {
  const [first, second] = await Promise.all([api.get('/api/v1/xsrf'), api.get('/api/v1/xsrf')]);
  expect(first?.cookies[0]?.value).not.toBe(second?.cookies[0]?.value);
});

test('a visitor keeps a valid token, and gets a new one for anything else', async () => {
  const kept = await api.get('/api/v1/xsrf', { cookie: 'XSRF-TOKEN=abcdefghijklmnopqrstuvwxyz' });
  expect(kept.statusCode).toBe(204);
  expect(kept.headers['set-cookie']).toBeUndefined();
  for (const value of ['', 'a', '%0d%0a', '%0d%0aset-cookie:%20a=b;', '%E2%82%AC'.repeat(8), '%', 'a'.repeat(5_000)]) {
    const replaced = await api.get('/api/v1/xsrf', { cookie: `XSRF-TOKEN=${value}` });
    expect([value, replaced.statusCode]).toEqual([value, 204]);
    expect(String(replaced.headers['set-cookie'])).toMatch(/^XSRF-TOKEN=[\w-]{43}; Path=\/; SameSite=Lax$/);
    expect(replaced.headers['x-xsrf-token']).toBe(replaced.cookies[0]?.value);
  }
});

test('of several cookies of this name, as other programs on the host set them, any may have the token', async () => {
  const token = 'abcdefghijklmnopqrstuvwxyz';
  for (const cookie of [`XSRF-TOKEN=theirs; XSRF-TOKEN=${token}`, `XSRF-TOKEN=${token};a=b;XSRF-TOKEN=%zz`]) {
    const known = await api.get('/api/v1/xsrf', { cookie });
    expect([known.headers['x-xsrf-token'], known.headers['set-cookie']]).toEqual([token, undefined]);
    expect((await api.send(goodMessage, { cookie, 'x-xsrf-token': token })).statusCode).toBe(201);
    const wrong = await api.send(goodMessage, { cookie, 'x-xsrf-token': 'another-token-of-16' });
    expect([wrong.statusCode, wrong.json().error.code]).toEqual([403, 'xsrf_mismatch']);
  }
  for (const cookie of ['XSRF-TOKEN=', 'NOT-XSRF-TOKEN=a', `${'a=b; '.repeat(3)}XSRF-TOKEN`])
    expect((await api.send(goodMessage, { cookie, 'x-xsrf-token': '' })).statusCode).toBe(403);
});

test('on https the cookie is secure', async () => {
  const response = await api.get('/api/v1/xsrf', { 'x-forwarded-proto': 'https' });
  expect(String(response.headers['set-cookie'])).toContain('; Secure');
});
