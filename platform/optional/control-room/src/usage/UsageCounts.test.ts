import { expect, onTestFinished, rstest, test } from '@rstest/core';
import type { UsageCount } from '@site/api/usage/counts.ts';
import type { Release } from '@site/releases/Release.ts';
import type { ReleaseManifest } from '@site/shared/contract/release.ts';
import { roomLimits } from '../limits.ts';
import { UsageCounts } from './UsageCounts.ts';

const release = (version: string): Release => ({
  manifest: { name: 'blog', version } as unknown as ReleaseManifest,
  folder: '',
});

/** Counts, with a database that may be away. */
function counting() {
  const stored: UsageCount[] = [];
  const log = { warn: rstest.fn() };
  const state = { isAway: false };
  const store = async (rows: readonly UsageCount[]) => {
    if (state.isAway) throw new Error('It is away.');
    stored.push(...rows);
  };
  const usage = new UsageCounts({ store, log });
  onTestFinished(() => usage.close());
  /** What is in the database of a measure, by what tells rows apart. */
  const of = (measure: string) =>
    Object.fromEntries(
      stored
        .filter((row) => row.measure === measure)
        .map(({ period, app, version, count }) => [[period, app, version].filter(Boolean).join(' '), count]),
    );
  return { usage, stored, state, log, of };
}

test('pages are counted by hour and day, for their remote and for the whole site', async () => {
  const { usage, stored, of } = counting();
  for (let page = 0; page < 3; page += 1) usage.answered('blog', 'memory');
  usage.answered(undefined, 'memory');
  usage.answered('blog', 'failed');
  await usage.store();
  const times = { hour: 4, day: 4 };
  expect(of('memory')).toEqual({
    'hour blog': 3,
    'hour shell': 1,
    hour: times.hour,
    'day blog': 3,
    'day shell': 1,
    day: times.day,
  });
  expect(of('failed')).toMatchObject({ 'hour blog': 1, day: 1 });
  expect(of('stale'), 'nothing is stored of what hasn’t happened').toEqual({});
  for (const { period, starts_at } of stored)
    expect(starts_at).toMatch(period === 'hour' ? /T\d\d:00:00\.000Z$/ : /T00:00:00\.000Z$/);
  const before = stored.length;
  await usage.store();
  expect(stored, 'nothing is stored twice').toHaveLength(before);
});

test('a network counts once an hour, for each measure and app, by the version of its first report', async () => {
  const { usage, stored, of } = counting();
  for (const lcp of [100, 9_000]) usage.measured(release('version-1'), { lcp }, '198.51.100.1');
  usage.measured(release('version-1'), { inp: 40, cls: 0 }, '198.51.100.1');
  usage.measured(release('version-2'), { lcp: 100 }, '198.51.100.2');
  for (let failure = 0; failure < 5; failure += 1) usage.browserFailed(release('version-2'), '198.51.100.1');
  await usage.store();
  expect(of('lcp')).toEqual({ 'day blog version-1': 1, 'day blog version-2': 1 });
  expect(of('inp')).toEqual({ 'day blog version-1': 1 });
  expect(of('cls')).toEqual({ 'day blog version-1': 1 });
  expect(of('browser-failure')).toEqual({ 'day blog version-2': 1 });
  expect(stored.find(({ measure }) => measure === 'lcp')?.class).toBe(0);
  expect(JSON.stringify(stored), 'nothing tells who it was').not.toContain('198.51');
});

test('while the database is away, counts wait, and are there when it is back', async () => {
  const { usage, state, log, of } = counting();
  state.isAway = true;
  for (let time = 0; time < 3; time += 1) {
    usage.answered('blog', 'rendered');
    await usage.store();
  }
  expect(of('rendered')).toEqual({});
  expect(log.warn, 'it is said once').toHaveBeenCalledTimes(1);
  state.isAway = false;
  await usage.store();
  expect(of('rendered')).toMatchObject({ 'hour blog': 3, day: 3 });
});

test('a database that is away for long costs no more memory than the limit', async () => {
  const { usage, state, stored } = counting();
  state.isAway = true;
  for (let app = 0; app < roomLimits.usage.waiting; app += 1) usage.answered(`app-${app}`, 'memory');
  await usage.store();
  state.isAway = false;
  await usage.store();
  expect(stored).toHaveLength(roomLimits.usage.waiting);
});

test('a server that stops stores its last counts, but waits for no database that is silent', async () => {
  const { usage, of } = counting();
  usage.rendered('blog', 120);
  await usage.close();
  expect(of('render')).toMatchObject({ 'hour blog': 1, day: 1 });
  const silent = new UsageCounts({ store: () => new Promise(() => {}), log: { warn: () => {} } });
  silent.answered('blog', 'memory');
  await silent.close();
});
