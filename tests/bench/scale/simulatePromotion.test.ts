import { expect, test } from '@rstest/core';
import { filesAtOnce } from '@site/releases/follow/openOrCopy.ts';
import { type Scenario, simulatePromotion } from './simulatePromotion.ts';

const quick: Scenario = {
  servers: 20,
  apps: 5,
  files: 2 * filesAtOnce,
  interval: 2_000,
  besides: 2,
  store: { perSecond: 1e6, answer: 0.001 },
};

test('servers of a store that answers at once ask once per interval, and are live within it', () => {
  const { steady, live, timedOut } = simulatePromotion(quick, 1);
  expect(steady).toBeCloseTo((20 * (5 + 2)) / 2, 0);
  expect(live).toHaveLength(20);
  expect(Math.max(...live)).toBeLessThanOrEqual(2_001);
  expect(live[10], 'half of them within half of it').toBeGreaterThan(500);
  expect(timedOut).toBe(0);
});

test('copying waits for the store: it answers no more than it can', () => {
  const { live } = simulatePromotion({ ...quick, interval: 60_000, push: 1, store: { perSecond: 100, answer: 1 } }, 1);
  // A pointer, a manifest and the files for each server.
  expect(Math.max(...live)).toBeGreaterThanOrEqual((20 * (2 + quick.files) * 1000) / 100 - 100);
});

test('servers that are told needn’t poll', () => {
  const told = simulatePromotion({ ...quick, interval: 60_000, push: 100 }, 1);
  expect(Math.max(...told.live)).toBeLessThan(1_000);
  expect(told.steady).toBeLessThan(simulatePromotion(quick, 1).steady / 10);
});

test('the same seed gives the same result', () => {
  expect(simulatePromotion(quick, 7)).toEqual(simulatePromotion(quick, 7));
  expect(simulatePromotion(quick, 7)).not.toEqual(simulatePromotion(quick, 8));
});
