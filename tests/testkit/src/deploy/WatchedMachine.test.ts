import { expect, test } from '@rstest/core';
import { sooner } from './WatchedMachine.ts';

test('rules wait and look back for a thirtieth of the time, and keep their thresholds', () => {
  expect(sooner('expr: increase(failures[10m]) > 5 unless old[1h] offset 15m\nfor: 30s')).toBe(
    'expr: increase(failures[20000ms]) > 5 unless old[120000ms] offset 30000ms\nfor: 1000ms',
  );
  expect(sooner('expr: expires - time() < 14 * 86400 and waits > 1800')).toBe(
    'expr: expires - time() < 14 * 86400 and waits > 1800',
  );
});
