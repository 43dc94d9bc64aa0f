import { expect, test } from '@rstest/core';
import { backoff, CircuitBreaker } from './CircuitBreaker.ts';

test('delays double up to the longest, and jitter takes up to half of them', () => {
  const delays = { first: 1000, longest: 60_000 };
  expect([1, 2, 3, 6, 7, 5000].map((failures) => backoff(failures, delays, 0))).toEqual([
    1000, 2000, 4000, 32_000, 60_000, 60_000,
  ]);
  expect(backoff(3, delays, 1)).toBe(2000);
  expect([1, 2, 3, 4].map((failures) => backoff(failures, { ...delays, free: 2 }, 0))).toEqual([0, 0, 1000, 2000]);
});

test('tries that fail at the same time count as one failure, and a success closes the breaker', () => {
  const first = 3_600_000;
  const breaker = new CircuitBreaker({ first, longest: 10 * first });
  expect(breaker.delay()).toBe(0);
  const startedAt = performance.now();
  for (let time = 0; time < 5; time += 1) breaker.failed(startedAt);
  expect(breaker.delay()).toBeGreaterThan(first / 3);
  expect(breaker.delay()).toBeLessThanOrEqual(first);
  breaker.failed(performance.now());
  expect(breaker.delay()).toBeGreaterThan((2 * first) / 3);
  breaker.succeeded();
  expect(breaker.delay()).toBe(0);
});
