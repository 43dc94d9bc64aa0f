import { inflateSync } from 'node:zlib';
import { expect, test } from '@rstest/core';
import { encodePng } from './encodePng.ts';

test('a picture keeps its size and colours', () => {
  const pixels = Uint8Array.of(1, 2, 3, 255, 4, 5, 6, 255, 7, 8, 9, 255, 10, 11, 12, 255);
  const png = Buffer.from(encodePng({ width: 2, height: 2, pixels }));
  expect([png.readUInt32BE(16), png.readUInt32BE(20)]).toEqual([2, 2]);
  const data = png.indexOf('IDAT') + 4;
  expect([...inflateSync(png.subarray(data))]).toEqual([0, 1, 2, 3, 4, 5, 6, 0, 7, 8, 9, 10, 11, 12]);
});
