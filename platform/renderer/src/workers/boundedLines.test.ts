import { expect, test } from '@rstest/core';
import fc from 'fast-check';
import { boundedLines } from './boundedLines.ts';

function linesOf(limit: number, parts: readonly Buffer[]) {
  const lines: string[] = [];
  let refusals = 0;
  const read = boundedLines(limit, {
    onLine: (line) => lines.push(String(line)),
    onTooLong: () => {
      refusals += 1;
    },
  });
  for (const part of parts) read(part);
  return { lines, refusals };
}

test('however a stream is cut into parts, its lines are whole, up to the first that is too long', () => {
  const limit = 20;
  const texts = fc.array(fc.string({ unit: fc.constantFrom('a', 'é', '"'), maxLength: 15 }));
  fc.assert(
    fc.property(texts, fc.integer({ min: 1, max: 40 }), (all, size) => {
      const bytes = Buffer.from(all.map((text) => `${text}\n`).join(''));
      const parts = Array.from({ length: Math.ceil(bytes.length / size) }, (_, index) =>
        bytes.subarray(index * size, (index + 1) * size),
      );
      const tooLong = all.findIndex((text) => Buffer.byteLength(text) > limit);
      const { lines, refusals } = linesOf(limit, parts);
      expect(lines).toEqual(tooLong < 0 ? all : all.slice(0, tooLong));
      expect(refusals).toBe(tooLong < 0 ? 0 : 1);
    }),
    { seed: 22, numRuns: 500 },
  );
});

test('a line that comes byte by byte needs little more memory than its bytes', () => {
  const limit = 1024 * 1024;
  const before = process.memoryUsage().arrayBuffers;
  const read = boundedLines(limit, { onLine: () => {}, onTooLong: () => {} });
  const byte = Buffer.from('x');
  for (let count = 0; count < limit; count += 1) read(byte);
  expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(8 * limit);
});
