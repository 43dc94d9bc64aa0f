import { cachedPages, type Kind, request } from './Attack.ts';

/** Headers that a server might trust, or cache a page with. */
const oddHeaders = [
  'X-Forwarded-Host: evil.example',
  'X-Forwarded-Proto: https',
  'X-Forwarded-Port: 1',
  'X-Forwarded-Prefix: /evil',
  'X-Forwarded-For: 203.0.113.9, unknown, ::1',
  'Forwarded: host=evil.example;proto=https',
  'X-Original-URL: /en/team',
  'X-Rewrite-URL: /en/team',
  'X-HTTP-Method-Override: DELETE',
  'X-Host: evil.example',
  'Accept-Language: ../../fr;q=9, *;q=x, es-\u00ff',
  'Accept-Encoding: br;q=0, gzip;q=bogus, identity;q=0, *',
  'If-None-Match: W/"x", *, "',
  'If-Modified-Since: never',
  'Range: bytes=0-0,-1,5-2',
  'Cookie: XSRF-TOKEN=%00; __proto__=1; a=\u00ff',
  'Content-Type: multipart/form-data; boundary=',
  'Expect: 200-ok',
  'Upgrade: h2c',
  'Max-Forwards: 0',
  'Origin: null',
  'Sec-Fetch-Site: cross-site',
  'Cache-Control: no-store',
] as const;

/** Cache poisoning: a cached page must not depend on these headers. */
export const poisonedPage: Kind = (random) =>
  request({ path: random.pick(cachedPages), headers: random.some(oddHeaders) });

const hosts = [
  'evil.example',
  'localhost:99999',
  '[::1',
  '127.0.0.1@evil.example',
  '',
  'a b',
  'x'.repeat(3_000),
  'site.example/../x',
] as const;

/** Other hosts and invalid ones. */
export const oddHost: Kind = (random) =>
  request({
    path: random.pick([...cachedPages, '/en/'] as const),
    headers: [`Host: ${random.pick(hosts)}`, ...random.some(oddHeaders, 0.1)],
  });

const smuggled = 'GET /en/smuggled HTTP/1.1\r\nHost: evil.example\r\n\r\n';
const framings = [
  `Content-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n${smuggled}`,
  `Transfer-Encoding: chunked\r\nContent-Length: 5\r\n\r\n0\r\n\r\n${smuggled}`,
  `Content-Length: 0\r\nContent-Length: ${smuggled.length}\r\n\r\n${smuggled}`,
  `Content-Length: -1\r\n\r\n${smuggled}`,
  `Content-Length: +0\r\n\r\n${smuggled}`,
  `Content-Length: 0x10\r\n\r\n${smuggled}`,
  `Content-Length : 5\r\n\r\n${smuggled}`,
  `Transfer-Encoding: xchunked\r\n\r\n0\r\n\r\n${smuggled}`,
  `Transfer-Encoding: chunked, identity\r\n\r\n0\r\n\r\n${smuggled}`,
  `Transfer-Encoding:\tchunked\x0b\r\n\r\n0\r\n\r\n${smuggled}`,
  ` Transfer-Encoding: chunked\r\n\r\n0\r\n\r\n${smuggled}`,
  `Transfer-Encoding: chunked\r\n\r\nffffffffffffffffff\r\n${smuggled}`,
  `Transfer-Encoding: chunked\r\n\r\n1;${'x'.repeat(20_000)}\r\na\r\n0\r\n\r\n`,
  `Transfer-Encoding: chunked\r\n\r\n-1\r\n\r\n${smuggled}`,
  `X: a\nTransfer-Encoding: chunked\n\n0\n\n${smuggled}`,
  `X: a\r\n\tfolded: b\r\n\r\n${smuggled}`,
  `X\x00: a\r\n\r\n`,
  `X-Long: ${'x'.repeat(20_000)}\r\n\r\n`,
  `${'X: a\r\n'.repeat(3_000)}\r\n`,
] as const;

/** Request smuggling: hides a request inside another one. */
export const smuggling: Kind = (random) => {
  const start = `${random.pick(['GET', 'POST'])} ${random.pick([...cachedPages, '/api/v1/contact'] as const)} HTTP/1.1\r\nHost: site.example\r\n`;
  return { bytes: start + random.pick(framings), isRequest: false };
};

/** Bytes that are not HTTP. */
export const noise: Kind = (random) => ({
  bytes: `${random.pick(['', 'GET ', '\r\n\r\n\r\n', 'get /en http/1.1', '\x16\x03\x01\x02', 'PRI * HTTP/2.0'])}${random.bytes(random.below(200))}\r\n\r\n`,
  isRequest: false,
});
