import { expect, test } from '@rstest/core';
import { Rest } from './Rest.ts';

const pauses = { first: 3_600_000, longest: 36_000_000 };

test('failures of tries that were made at the same time are one failure, and a success ends the rest', () => {
  const rest = new Rest(pauses);
  expect(rest.left()).toBe(0);
  const tried = performance.now();
  for (let time = 0; time < 5; time += 1) rest.failed(tried);
  expect(rest.left()).toBeGreaterThan(pauses.first / 3);
  expect(rest.left()).toBeLessThanOrEqual(pauses.first);
  rest.failed(performance.now());
  expect(rest.left()).toBeGreaterThan((2 * pauses.first) / 3);
  rest.over();
  expect(rest.left()).toBe(0);
});
