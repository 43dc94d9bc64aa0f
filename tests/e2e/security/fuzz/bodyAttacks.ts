import { beaconPath } from '@site/shared/contract/beacon.ts';
import { addresses } from '@site/testkit/site/addresses.ts';
import { type Kind, type Random, request } from './Attack.ts';

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

/** Invalid messages to the API. */
export const oddMessage: Kind = (random) =>
  request({
    method: 'POST',
    path: '/api/v1/contact',
    headers: [
      `Content-Type: ${random.next() < 0.8 ? types[0] : random.pick(types)}`,
      // Each from another address, because the number of messages per address is limited.
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

const formType = 'application/x-www-form-urlencoded';
const otherTypes = ['application/json', 'text/plain', 'multipart/form-data; boundary=', '', '\u00ff'] as const;

/** Posts to pages that no form sends. */
export const oddForm: Kind = (random) =>
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
      `Content-Type: ${random.next() < 0.8 ? formType : random.pick(otherTypes)}`,
      `X-Forwarded-For: 198.19.9.${random.below(256)}`,
    ],
    body: random.pick(forms),
  });

const reported = ['"blog"', '"contact"', '"__proto__"', '"../shell"', ...values] as const;
const places = [
  '"/assets/blog/x/remote.js:1:1"',
  '"/assets/../../etc/passwd:1:1"',
  `"${'/'.repeat(300)}.js:1:1"`,
  '":999999:9999999"',
  ...values,
] as const;

/** Reports of failures and times that no browser sends. */
export const oddReport: Kind = (random) =>
  request({
    method: 'POST',
    path: beaconPath,
    headers: [
      `Content-Type: ${random.next() < 0.8 ? 'text/plain;charset=UTF-8' : random.pick(otherTypes)}`,
      // Each from another network, because the number of reports from one is limited.
      `X-Forwarded-For: 198.18.${random.below(256)}.${random.below(256)}`,
      ...(random.next() < 0.2 ? ['Origin: https://elsewhere.example'] : []),
    ],
    body: random.pick([
      () => random.bytes(60),
      () => random.pick(values),
      () => '['.repeat(random.below(600)),
      () => `{"vitals":{"lcp":${random.pick(values)},"inp":-1,"cls":1e308}}`,
      () => `{"page":{"remote":${random.pick(reported)},"release":${random.pick(reported)}},"vitals":{"lcp":1}}`,
      () =>
        `{"failure":{"remote":${random.pick(reported)},"release":${random.pick(reported)},"at":[${random.pick(places)}]}}`,
    ])(),
  });
