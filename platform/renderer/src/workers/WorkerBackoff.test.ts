import { afterEach, beforeEach, expect, rs, test } from '@rstest/core';
import type { Release } from '@site/releases/Release.ts';
import { rendererLimits } from '../limits.ts';
import { WorkerBackoff } from './WorkerBackoff.ts';

const shell = { folder: '/nowhere', manifest: { name: 'shell', version: 'version-1' } } as Release;
const { first, longest, free } = rendererLimits.workerBackoff;

beforeEach(() => void rs.spyOn(Math, 'random').mockReturnValue(0));
afterEach(() => void rs.restoreAllMocks());

function startBackoff() {
  const clock = { now: 0 };
  return { clock, backoff: new WorkerBackoff(() => clock.now) };
}

test('workers that are lost once are replaced at once', () => {
  const { backoff } = startBackoff();
  for (let lost = 0; lost < free; lost += 1) backoff.lost(shell);
  expect(backoff.mayStart(shell)).toBe(true);
});

test('workers that keep ending are started less and less often, until one renders a view', () => {
  const { backoff, clock } = startBackoff();
  const delays: number[] = [];
  for (let lost = 0; lost < free + 12; lost += 1) {
    const before = clock.now;
    backoff.lost(shell);
    while (!backoff.mayStart(shell)) clock.now += first;
    delays.push(clock.now - before);
  }
  expect(delays.slice(free, free + 3)).toEqual([first, 2 * first, 4 * first]);
  expect(Math.max(...delays)).toBeLessThanOrEqual(longest + first);
  backoff.lost(shell);
  backoff.worked(shell);
  expect(backoff.mayStart(shell)).toBe(true);
});

test('another release is not held up', () => {
  const { backoff } = startBackoff();
  for (let lost = 0; lost < 10; lost += 1) backoff.lost(shell);
  expect(backoff.mayStart(shell)).toBe(false);
  expect(backoff.mayStart({ ...shell, manifest: { ...shell.manifest, version: 'version-2' } })).toBe(true);
});
