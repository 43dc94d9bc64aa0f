import { addresses } from '../../support/addresses.ts';
import type { Random } from './Random.ts';

/** A request as bytes (latin1), and whether it is one: what is none may be met with a closed connection. */
export interface Attack {
  readonly bytes: string;
  readonly isRequest: boolean;
}

/** Makes an attack of a kind. */
type Kind = (random: Random) => Attack;

interface Message {
  readonly method?: string;
  readonly path: string;
  readonly headers?: readonly string[];
  readonly body?: string;
}

function request({ method = 'GET', path, headers = [], body }: Message): Attack {
  const host = headers.some((header) => /^host:/i.test(header)) ? [] : ['Host: site.example'];
  const length = body === undefined ? [] : [`Content-Length: ${body.length}`];
  const head = [`${method} ${path} HTTP/1.1`, ...host, 'Connection: close', ...headers, ...length].join('\r\n');
  return { bytes: `${head}\r\n\r\n${body ?? ''}`, isRequest: true };
}

const pages = [...Object.values(addresses.en), ...Object.values(addresses.fr)] as [string, ...string[]];
const cachedPages = [addresses.en.home, addresses.fr.pricing, addresses.es.team, addresses.en.contact] as const;

const climbs = [
  '../',
  '..%2f',
  '%2e%2e/',
  '%2e%2e%2f',
  '..%5c',
  '..\\',
  '%252e%252e%252f',
  '%c0%ae%c0%ae/',
  '..;/',
  '.%00./',
] as const;
const targets = [
  'etc/passwd',
  'package.json',
  'current.json',
  'release.json',
  'server/remote.cjs',
  '.env',
  'site.sqlite',
  '',
] as const;
const roots = [
  '/',
  '/assets/',
  '/assets/blog/',
  '/assets/shell/',
  '/assets/blog/1.0/',
  '/api/v1/',
  '/api/v1/blog/en/r/',
  '/en/blog/',
  '/cards/',
] as const;

const climb: Kind = (random) => {
  const steps = random.pick(climbs).repeat(1 + random.below(8));
  return request({ path: random.pick(roots) + steps + random.pick(targets), method: random.pick(['GET', 'HEAD']) });
};

const oddCharacters = [
  '%',
  '%zz',
  '%00',
  '%0d%0aset-cookie:a=b',
  '%ff%fe',
  '//',
  '\\',
  ';',
  '|',
  '<script>',
  "'",
  '"',
  '\u00e9',
  '%E0%A4%A',
  '{{7*7}}',
  '$' + '{7}',
] as const;

const oddPath: Kind = (random) => {
  const odd = Array.from({ length: 1 + random.below(4) }, () => random.pick(oddCharacters)).join('');
  return request({ path: random.pick(roots) + odd + random.pick(['', '/', '/en', `?${odd}`]) });
};

const previewed = [
  'blog@../../x',
  'blog@http://evil.example',
  'shell@1',
  '__proto__@1',
  'constructor@x',
  '@',
  'blog@%2e%2e%2f',
  'blog',
  '%00@%00',
  'blog@1@2',
] as const;
const parameters = [
  'preview=',
  'boundaries',
  '__proto__[x]=1',
  'constructor.prototype.x=1',
  'sent=1',
  'lang=fr',
  'callback=alert',
  'utm_source=x',
  'page=<svg/onload=1>',
] as const;

const oddQuery: Kind = (random) => {
  const query = random
    .some(parameters, 0.4)
    .map((name) => (name === 'preview=' ? name + random.pick(previewed) : name));
  const long = random.next() < 0.05 ? `&x=${'y'.repeat(random.below(8_000))}` : '';
  return request({ path: `${random.pick(pages)}?${query.join('&')}${long}` });
};

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

const poisonedPage: Kind = (random) => request({ path: random.pick(cachedPages), headers: random.some(oddHeaders) });

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

const oddHost: Kind = (random) =>
  request({
    path: random.pick([...cachedPages, '/en/'] as const),
    headers: [`Host: ${random.pick(hosts)}`, ...random.some(oddHeaders, 0.1)],
  });

const methods = [
  'HEAD',
  'OPTIONS',
  'PUT',
  'DELETE',
  'PATCH',
  'TRACE',
  'PROPFIND',
  'PURGE',
  'SEARCH',
  'LOCK',
  'POST',
] as const;
const methodPaths = [
  ...cachedPages,
  '/',
  '/assets/shell/x.js',
  '/robots.txt',
  '/sitemap.xml',
  '/api/v1/contact',
  '/api/v1/xsrf',
  '/api/v1/blog/en',
  '*',
  'http://evil.example/en',
] as const;

const oddMethod: Kind = (random) =>
  request({
    method: random.pick(methods),
    path: random.pick(methodPaths),
    ...(random.next() < 0.3 && { body: 'x=1' }),
  });

const token = 'XSRF-TOKEN-that-is-long-enough-to-be-one';
const values = [
  'null',
  '[]',
  '{}',
  '"text"',
  '1e999',
  '-0',
  'true',
  '{"toString":1}',
  '[[[[]]]]',
  '"\\u0000\\ud800"',
  '"=cmd|calc"',
  '"<script>alert(1)</script>"',
] as const;
const bodies: readonly [(random: Random) => string, ...((random: Random) => string)[]] = [
  () => '',
  () => '{"name":',
  () => '\ufeff{}',
  (random) => random.bytes(40),
  (random) =>
    `{"name":"${random.bytes(20)}","email":"a@example.org","subject":"Bytes","message":"${random.bytes(30)}"}`,
  (random) => random.pick(values),
  (random) =>
    `{"name":${random.pick(values)},"email":${random.pick(values)},"subject":${random.pick(values)},"message":${random.pick(values)}}`,
  () => '{"__proto__":{"isAdmin":true},"name":"x"}',
  () => '{"constructor":{"prototype":{"isAdmin":true}}}',
  (random) => '['.repeat(random.below(20_000)),
  (random) => `{"message":"${'x'.repeat(30_000 + random.below(6_000))}"}`,
  () =>
    '{"name":"Ada\\r\\nBcc: all@example.org","email":"a@example.org\\r\\nBcc: b@example.org","subject":"a\\u0000b","message":"ten characters"}',
];
const types = [
  'application/json',
  'application/json; charset=utf-16',
  'application/problem+json',
  'text/plain',
  'application/xml',
  'application/x-www-form-urlencoded',
  '',
  '\u00ff',
] as const;

const oddMessage: Kind = (random) =>
  request({
    method: 'POST',
    path: '/api/v1/contact',
    headers: [
      `Content-Type: ${random.next() < 0.8 ? types[0] : random.pick(types)}`,
      // Each from another address: no limit of messages may keep the rest from the rules.
      `X-Forwarded-For: 198.18.${random.below(256)}.${random.below(256)}`,
      ...(random.next() < 0.8 ? [`Cookie: XSRF-TOKEN=${token}`, `X-XSRF-TOKEN: ${token}`] : []),
    ],
    body: random.pick(bodies)(random),
  });

const forms = [
  '',
  '%',
  '&&&===',
  'name=%ff%fe&email=%00',
  '__proto__[x]=1&name=a',
  'name=a&name=b&name[]=c',
  `message=${'x'.repeat(40_000)}`,
  '<xml/>',
] as const;

const oddForm: Kind = (random) =>
  request({
    method: 'POST',
    path: random.pick([
      addresses.en.contact,
      addresses.fr.team,
      addresses.es.notFound,
      '/',
      '/en/contact?preview=blog@x',
    ] as const),
    headers: [
      `Content-Type: ${random.next() < 0.8 ? types[5] : random.pick(types)}`,
      `X-Forwarded-For: 198.19.9.${random.below(256)}`,
    ],
    body: random.pick(forms),
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

const smuggling: Kind = (random) => {
  const start = `${random.pick(['GET', 'POST'])} ${random.pick(cachedPages)} HTTP/1.1\r\nHost: site.example\r\n`;
  return { bytes: start + random.pick(framings), isRequest: false };
};

const noise: Kind = (random) => ({
  bytes: `${random.pick(['', 'GET ', '\r\n\r\n\r\n', 'get /en http/1.1', '\x16\x03\x01\x02', 'PRI * HTTP/2.0'])}${random.bytes(random.below(200))}\r\n\r\n`,
  isRequest: false,
});

/** Each kind of attack, and its share of all. */
const kinds: readonly (readonly [share: number, Kind])[] = [
  [20, poisonedPage],
  [20, climb],
  [14, oddMessage],
  [12, smuggling],
  [10, oddMethod],
  [8, oddHost],
  [6, oddPath],
  [4, oddQuery],
  [4, noise],
  [2, oddForm],
];

/** The next attack. */
export function attack(random: Random): Attack {
  const deck = kinds.flatMap(([share, kind]) => Array<Kind>(share).fill(kind)) as [Kind, ...Kind[]];
  return random.pick(deck)(random);
}
