import { expect, test } from '@rstest/core';
import { encodingOf } from './encodings.ts';

test.each([
  [undefined, 'identity'],
  ['gzip, deflate, br, zstd', 'br'],
  ['gzip', 'gzip'],
  ['BR', 'br'],
  ['br;q=0, gzip', 'gzip'],
  ['br;Q=0, gzip', 'gzip'],
  ['br ; Q=0.000 , gzip', 'gzip'],
  ['br;q=0;x, gzip', 'gzip'],
  ['br;x=1;q=0', 'identity'],
  ['br;q=nothing', 'identity'],
  ['br;q=0.5, gzip;q=1', 'gzip'],
  ['gzip;q=0.5, br;q=0.5', 'br'],
  ['identity, br;q=0.2', 'identity'],
  ['identity;q=0, gzip', 'gzip'],
  ['*;q=0', 'identity'],
  ['brr, xbr', 'identity'],
] as const)('a client that accepts %s gets %s', (accepted, encoding) => {
  expect(encodingOf(accepted)).toBe(encoding);
});
