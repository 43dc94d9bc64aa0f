import { expect, test } from '@rstest/core';
import { pauseAfter } from './pause.ts';

test('pauses double up to the longest, and chance takes up to half of them', () => {
  const pauses = { first: 1000, longest: 60_000 };
  expect([1, 2, 3, 6, 7, 5000].map((failures) => pauseAfter(failures, pauses, 0))).toEqual([
    1000, 2000, 4000, 32_000, 60_000, 60_000,
  ]);
  expect(pauseAfter(3, pauses, 1)).toBe(2000);
});
