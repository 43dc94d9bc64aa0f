import { addresses } from '@site/testkit/site/addresses.ts';
import { ask } from '@site/testkit/site/http.ts';
import { keptByBrowsers } from '@site/testkit/site/policies.ts';
import { rawAnswer, type Target } from '@site/testkit/site/rawAnswer.ts';
import { test as base, expect, type OtherApi, otherApi } from '../support/serverTest.ts';
import { secondTier } from '../support/tiers.ts';
import { expectSecurityHeaders } from './expectSecurityHeaders.ts';

const test = base.extend<OtherApi>(otherApi);

type Asked = readonly [status: number, path: string, init?: RequestInit];

const token = 'a-token-that-a-script-has-made-up';
const json = { 'content-type': 'application/json' };
const trusted = { ...json, cookie: `XSRF-TOKEN=${token}`, 'x-xsrf-token': token, 'x-forwarded-for': '198.19.8.1' };
const message = { name: 'Ada Lovelace', email: 'ada@example.org', subject: 'By hand', message: 'Sent by a test.' };
const form = new URLSearchParams(message);

const post = (body: BodyInit, headers: Record<string, string> = {}): RequestInit => ({ method: 'POST', body, headers });

/** A request of a browser that has cached the response. */
const knownBy = (headers: Headers): RequestInit => ({ headers: { 'if-none-match': headers.get('etag') ?? '' } });

/** Requests to the API, in the site or in its own process. */
const ofApi: readonly Asked[] = [
  [200, '/api/v1/blog/en'],
  [200, '/api/v1/blog/en', { method: 'HEAD' }],
  [204, '/api/v1/xsrf'],
  [404, '/api/v1/missing'],
  [404, '/api/v1/contact', { method: 'OPTIONS' }],
  [400, '/api/v1/contact', post('{', trusted)],
  [403, '/api/v1/contact', post('{}', json)],
  [413, '/api/v1/contact', post(`{"message":"${'x'.repeat(300_000)}"}`, trusted)],
  [415, '/api/v1/contact', post('x', { ...trusted, 'content-type': 'text/plain' })],
  [422, '/api/v1/contact', post('{}', trusted)],
  [429, '/api/v1/contact', post(JSON.stringify({ ...message, elapsed: 1 }), trusted)],
  [200, '/healthz'],
  [200, '/readyz'],
];

/** Requests that Node itself refuses. */
const refused = [
  [400, 'GET / HTTP/1.1\r\n\r\n'],
  [400, 'nonsense\r\n\r\n'],
  [431, `GET / HTTP/1.1\r\nHost: a\r\nX-Long: ${'x'.repeat(20_000)}\r\n\r\n`],
  [400, 'GET /en HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n'],
] as const;

/** The request ids of all responses. Each must be unique. */
const seenIds = new Set<string>();

function expectRequestId(headers: Headers, what: string): void {
  const id = headers.get('x-request-id') ?? '';
  expect(id, what).toMatch(/^[\da-f]{32}$/);
  expect(seenIds, what).not.toContain(id);
  seenIds.add(id);
}

async function expectAllDefended(target: Target, asked: readonly Asked[]): Promise<void> {
  for (const [status, path, init] of asked) {
    const what = `${init?.method ?? 'GET'} ${path}`;
    const answer = await ask(target, path, init);
    expect(answer.status, what).toBe(status);
    // Any host may load a remote's files.
    const isFile = path.startsWith('/assets/') && status < 400;
    expectSecurityHeaders(answer.headers, what, isFile ? 'cross-origin' : 'same-origin');
    expectRequestId(answer.headers, what);
    for (const cookie of answer.headers.getSetCookie())
      expect(keptByBrowsers.inAnyLanguage, what).toContain(cookie.replace(/=.*/, ''));
  }
  for (const [status, bytes] of refused) {
    const answer = await rawAnswer(target, bytes);
    expect(answer.status, bytes.slice(0, 60)).toBe(status);
    expectSecurityHeaders(answer.headers, bytes.slice(0, 60));
    expectRequestId(answer.headers, bytes.slice(0, 60));
    if (status === 431) expect(answer.headers.get('connection')).toBe('close');
    expect(answer.text, 'without a stack').not.toMatch(/\n\s+at /);
  }
}

test('every response of the site has the security headers and its own id, even files, redirects and errors', async ({
  site,
}) => {
  const { body, headers } = await ask(site, addresses.en.home);
  // From here on this page is cached, but requests without a host must still be refused.
  await ask(site, '/');
  const [asset = ''] = /\/assets\/shell\/[\w.]+\.css/.exec(body) ?? [];
  const known = knownBy(headers);
  const knownAsset = knownBy((await ask(site, asset)).headers);
  const visitor = { 'x-forwarded-for': '198.19.8.2' };
  await expectAllDefended(site, [
    ...ofApi,
    [200, asset],
    [200, asset, { method: 'HEAD' }],
    [206, asset, { headers: { range: 'bytes=0-9' } }],
    [304, asset, knownAsset],
    [200, '/robots.txt'],
    [200, '/sitemap.xml'],
    [200, '/en/atom.xml'],
    [200, '/live.json'],
    [200, '/frontend-discovery.json'],
    [404, '/assets/shell/missing.js'],
    [404, addresses.en.notFound],
    [404, '/assets/%'],
    [301, `${addresses.fr.pricing}/`],
    [303, addresses.en.contact, post(form, visitor)],
    [304, addresses.en.home, known],
    [200, addresses.en.home],
    [200, addresses.en.home],
    [200, `${addresses.en.home}?boundaries`],
    [301, `${addresses.en.home}/`],
    [404, `/en/${'x'.repeat(1000)}`],
    [200, addresses.en.home, { method: 'HEAD' }],
    [405, addresses.en.home, { method: 'DELETE' }],
    [405, addresses.en.home, { method: 'OPTIONS' }],
    [405, asset, { method: 'PUT' }],
    [405, addresses.en.home, post(form, visitor)],
    [403, addresses.en.contact, post(form, { origin: 'https://evil.example' })],
    [413, addresses.en.contact, post(new URLSearchParams({ message: 'x'.repeat(300_000) }))],
    [415, addresses.en.contact, post('x', { 'content-type': 'text/plain' })],
    [204, '/beacon', post('{}', { 'content-type': 'text/plain' })],
    [413, '/beacon', post(' '.repeat(600), { 'content-type': 'text/plain' })],
  ]);
  // Longer than the framework accepts.
  const long = await ask(site, `/en/${'x'.repeat(3_000)}`);
  expectRequestId(long.headers, 'a long address');
  // Social networks and feed readers show cards and icons in their own pages.
  const { headers: ofFile } = await ask(site, '/modes.css');
  expectSecurityHeaders(ofFile, 'a public file', 'cross-origin');
  expectRequestId(ofFile, 'a public file');
});

test(
  'every response of an API in its own process has the security headers and its own id',
  secondTier,
  async ({ api }) => {
    await expectAllDefended(api, [...ofApi, [404, '/'], [404, '/', { method: 'DELETE' }], [400, '/%']]);
    const { headers } = await ask(api, '/', { headers: { 'x-forwarded-proto': 'https' } });
    expect(headers.get('strict-transport-security')).toBe('max-age=63072000');
  },
);

test(
  'the responses of the site without the API have the security headers and their own ids',
  secondTier,
  async ({ api, startOwnSite }) => {
    const site = await startOwnSite({ environment: { API_ORIGIN: api.origin, METRICS_TOKEN: 'a-token-of-the-tests' } });
    await api.stop();
    await expectAllDefended(site, [
      [503, '/api/v1/blog/en'],
      [503, '/fr/atom.xml'],
      [503, addresses.en.contact, post(form)],
      [401, '/metrics'],
    ]);
  },
);
