import { afterEach, beforeEach, expect, rs, test } from '@rstest/core';
import { afterOwnTime } from './processLimits.ts';

beforeEach(() => void rs.useFakeTimers());
afterEach(() => void rs.useRealTimers());

test('a page is late after its time', () => {
  const isLate = rs.fn();
  afterOwnTime(() => 7, 3_000, isLate);
  rs.advanceTimersByTime(2_999);
  expect(isLate).not.toHaveBeenCalled();
  rs.advanceTimersByTime(1);
  expect(isLate).toHaveBeenCalledTimes(1);
});

test('on a busy machine a page gets extra time for every wait for a processor', () => {
  const isLate = rs.fn();
  let waited = 500;
  afterOwnTime(() => waited, 3_000, isLate);
  waited += 2_000;
  rs.advanceTimersByTime(3_000);
  waited += 1_000;
  rs.advanceTimersByTime(2_000);
  expect(isLate).not.toHaveBeenCalled();
  rs.advanceTimersByTime(1_000);
  expect(isLate).toHaveBeenCalledTimes(1);
});

test('a finished page is never late', () => {
  const isLate = rs.fn();
  const callOff = afterOwnTime(() => 0, 3_000, isLate);
  callOff();
  rs.advanceTimersByTime(10_000);
  expect(isLate).not.toHaveBeenCalled();
});
