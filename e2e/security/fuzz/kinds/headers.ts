import { type Kind, request } from '../Attack.ts';
import { cachedPages } from '../places.ts';

/** Headers in which a server might believe, or which a page in memory might be kept with. */
export const oddHeaders = [
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

/** Wants others to be shown what its headers say. */
export const poisonedPage: Kind = (random) =>
  request({ path: random.pick(cachedPages), headers: random.some(oddHeaders) });
