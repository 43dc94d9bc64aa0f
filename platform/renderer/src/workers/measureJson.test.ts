import { expect, test } from '@rstest/core';
import fc from 'fast-check';
import { measureJson } from './measureJson.ts';

const enough = { values: 1_000_000, depth: 1_000 };

/** The values of something that was parsed: an object and an array count for themselves and for what is in them. */
function valuesIn(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 1;
  return Object.values(value).reduce((sum: number, inner) => sum + valuesIn(inner), 1);
}

test('all values of a JSON text are counted, but not what looks like values inside strings', () => {
  const strings = fc.string({ unit: fc.constantFrom('"', '\\', ',', '[', ']', '{', '}', 'a', '\n') });
  const { tree } = fc.letrec((tie) => ({
    tree: fc.oneof(strings, fc.integer(), fc.array(tie('tree')), fc.dictionary(strings, tie('tree'))),
  }));
  fc.assert(
    fc.property(tree, (value) => {
      const { values = 0 } = measureJson(JSON.stringify(value), enough) ?? {};
      // An empty object counts for what could be in it.
      expect(values).toBeGreaterThanOrEqual(valuesIn(value));
      expect(values).toBeLessThanOrEqual(2 * valuesIn(value));
    }),
    { seed: 22, numRuns: 500 },
  );
});

test('any text can be measured, even if it isn’t JSON', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      expect(measureJson(text, enough)?.values).toBeGreaterThan(0);
    }),
    { seed: 22 },
  );
});

test.each([
  ['[1,2,3]', { values: 3, depth: 9 }],
  ['[[[]]]', { values: 99, depth: 2 }],
])('%s is more than %j', (text, limits) => expect(measureJson(text, limits)).toBe(undefined));
