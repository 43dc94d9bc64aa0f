import { addresses, everyAddress } from '../support/addresses.ts';
import { type Answer, ask } from '../support/http.ts';
import { expect, test } from '../support/serverTest.ts';
import { observatoryScore } from './observatory.ts';
import { rawAnswer } from './raw.ts';

const overHttps = { 'x-forwarded-proto': 'https' };

/** The directives of a page's policy. */
const policyOf = ({ headers }: Pick<Answer, 'headers'>): Map<string, string> =>
  new Map(
    (headers.get('content-security-policy') ?? '').split('; ').map((directive) => {
      const [name = '', ...sources] = directive.split(' ');
      return [name, sources.join(' ')];
    }),
  );

function expectDefended(headers: Headers, what: string, usedBy = 'same-origin'): void {
  expect(headers.get('content-security-policy'), what).toMatch(/^default-src 'none'; base-uri 'none'; /);
  expect(headers.get('content-security-policy'), what).not.toMatch(/unsafe|\*|https?:(?!\/\/)/);
  expect(headers.get('x-content-type-options'), what).toBe('nosniff');
  expect(headers.get('referrer-policy'), what).toBe('strict-origin-when-cross-origin');
  expect(headers.get('cross-origin-opener-policy'), what).toBe('same-origin');
  expect(headers.get('cross-origin-resource-policy'), what).toBe(usedBy);
  expect(headers.get('permissions-policy'), what).toContain('camera=()');
}

test('a browser is told how to defend the visitor of every page', async ({ site }) => {
  for (const { path } of [...everyAddress, { path: '/' }]) {
    const answer = await ask(site, path);
    expectDefended(answer.headers, path);
    const policy = policyOf(answer);
    expect(policy.get('require-trusted-types-for'), path).toBe("'script'");
    expect(policy.get('trusted-types'), path).toBe("'none'");
    expect(policy.get('script-src'), path).toMatch(/^'self'( 'sha256-[\w+/]{43}=')+$/);
    expect(answer.headers.get('integrity-policy'), path).toBe('blocked-destinations=(script)');
  }
});

test('files, the API, redirects, refusals and answers without a body carry the same headers', async ({ site }) => {
  const { body, headers } = await ask(site, addresses.en.home);
  const [asset = ''] = /\/assets\/shell\/[\w.]+\.css/.exec(body) ?? [];
  const etag = headers.get('etag') ?? '';
  const asked: readonly (readonly [status: number, path: string, init?: RequestInit])[] = [
    [200, asset],
    [200, '/robots.txt'],
    [200, '/sitemap.xml'],
    [404, '/assets/shell/missing.js'],
    [200, '/api/v1/blog/en'],
    [204, '/api/v1/xsrf'],
    [404, '/api/v1/missing'],
    [403, '/api/v1/contact', { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{}' }],
    [301, `${addresses.fr.pricing}/`],
    [304, addresses.en.home, { headers: { 'if-none-match': etag } }],
    [200, addresses.en.home, { method: 'HEAD' }],
    [405, addresses.en.home, { method: 'DELETE' }],
    [415, addresses.en.contact, { method: 'POST', headers: { 'content-type': 'text/plain' }, body: 'x' }],
  ];
  for (const [status, path, init] of asked) {
    const answer = await ask(site, path, init);
    expect(answer.status, path).toBe(status);
    expectDefended(answer.headers, path);
  }
  // Networks and readers show cards and icons in pages of their own.
  expectDefended((await ask(site, '/modes.css')).headers, 'a public file', 'cross-origin');
});

test('even bytes that are no request are answered so', async ({ site }) => {
  const wrong = [
    [400, 'GET / HTTP/1.1\r\n\r\n'],
    [400, 'nonsense\r\n\r\n'],
    [431, `GET / HTTP/1.1\r\nHost: a\r\nX-Long: ${'x'.repeat(20_000)}\r\n\r\n`],
    [400, 'GET /en HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n'],
  ] as const;
  for (const [status, bytes] of wrong) {
    const answer = await rawAnswer(site, bytes);
    expect(answer.status, bytes.slice(0, 60)).toBe(status);
    expectDefended(answer.headers, bytes.slice(0, 60));
  }
});

test('browsers are told to come back over https alone, when they came over https', async ({ site, startOwnSite }) => {
  const transport = async (from: typeof site, headers = {}) =>
    (await ask(from, addresses.en.home, { headers })).headers.get('strict-transport-security');
  expect(await transport(site)).toBeNull();
  expect(await transport(site, overHttps)).toBe('max-age=63072000');
  const secure = await startOwnSite({ environment: { SITE_ORIGIN: 'https://www.example.com' } });
  expect(await transport(secure)).toBe('max-age=63072000');
});

test("MDN's HTTP Observatory gives the pages an A+", async ({ site }) => {
  for (const path of ['/', addresses.en.home, addresses.en.contact, addresses.en.notFound]) {
    const score = observatoryScore(await ask(site, path, { headers: overHttps }));
    expect(score, path).toBe(140);
  }
});
