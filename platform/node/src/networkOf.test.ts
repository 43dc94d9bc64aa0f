import { expect, test } from '@rstest/core';
import { networkOf } from './networkOf.ts';

test.each([
  ['203.0.113.7', '203.0.113.7'],
  ['::ffff:203.0.113.7', '203.0.113.7'],
  ['::ffff:cb00:7107', '203.0.113.7'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:0'],
  ['2001:DB8:1:ffff::9', '2001:db8:1:c000'],
  ['2001:db8::1', '2001:db8:0:0'],
  ['fe80::1%eth0', 'fe80:0:0:0'],
  ['::1', '0:0:0:0'],
  ['', ''],
])('%s belongs to %s', (address, network) => {
  expect(networkOf(address)).toBe(network);
});

test('a visitor with a /48 is four clients, and one with a /56 is one', () => {
  const networksIn = (size: number) =>
    new Set(
      Array.from({ length: 256 }, (_, index) => networkOf(`2001:db8:7:${((index * size) / 256).toString(16)}::1`)),
    );
  expect(networksIn(65_536).size).toBe(4);
  expect(networksIn(256).size).toBe(1);
});
