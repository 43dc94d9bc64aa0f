import { afterEach, beforeEach, expect, rs, test } from '@rstest/core';
import { act, renderHook } from '@testing-library/react';
import { useCountdown } from './useCountdown.ts';

beforeEach(() => {
  rs.useFakeTimers();
});

afterEach(() => {
  rs.useRealTimers();
});

function countDown() {
  const onEnd = rs.fn();
  const hook = renderHook(() => useCountdown({ duration: 10_000, onEnd }));
  const pass = (milliseconds: number) => act(() => rs.advanceTimersByTime(milliseconds));
  return { ...hook, onEnd, pass };
}

test('counts down whole seconds', () => {
  const { result, pass } = countDown();
  expect(result.current.left).toBe(10);
  pass(999);
  expect(result.current.left).toBe(10);
  pass(1);
  expect(result.current.left).toBe(9);
  pass(6000);
  expect(result.current.left).toBe(3);
});

test('ends once, after its duration and not before', () => {
  const { result, onEnd, pass } = countDown();
  pass(9999);
  expect(onEnd).not.toHaveBeenCalled();
  pass(1);
  expect(onEnd).toHaveBeenCalledTimes(1);
  expect(result.current.left).toBe(0);
  pass(60_000);
  expect(onEnd).toHaveBeenCalledTimes(1);
});

test('never ends once stopped', () => {
  const { result, onEnd, pass } = countDown();
  pass(4000);
  act(() => result.current.stop());
  pass(60_000);
  expect(result.current).toMatchObject({ stopped: true, left: 6 });
  expect(onEnd).not.toHaveBeenCalled();
});

test('stands still for ten seconds at each pause, and then goes on', () => {
  const { result, onEnd, pass } = countDown();
  pass(4000);
  act(() => result.current.pause());
  pass(9000);
  expect(result.current.left).toBe(6);
  act(() => result.current.pause());
  pass(10_000);
  expect(result.current.left).toBe(6);
  pass(5999);
  expect(onEnd).not.toHaveBeenCalled();
  pass(1);
  expect(onEnd).toHaveBeenCalledTimes(1);
});

test('never ends once the visitor has left', () => {
  const { onEnd, pass, unmount } = countDown();
  pass(4000);
  unmount();
  pass(60_000);
  expect(onEnd).not.toHaveBeenCalled();
});
