import { mkdtemp, readdir, readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from '@rstest/core';
import type { States } from './checkSite.ts';
import { type History, historyName, readHistory, shareUp, withCheck, worstOf, writeHistory } from './history.ts';
import { statusLimits } from './limits.ts';

const start = Date.parse('2030-03-01T12:00:00Z');
const minute = 60_000;
const day = 24 * 60 * minute;
const up: States = new Map([['pages', 'up']]);
const down: States = new Map([['pages', 'down']]);

/** The history after checks, each with its time. */
const after = (...checks: readonly (readonly [number, States])[]): History | undefined =>
  checks.reduce<History | undefined>((history, [at, states]) => withCheck(history, states, at), undefined);

const temporary = () => mkdtemp(join(tmpdir(), 'site-status-'));

const unexpected = (message: string) => {
  throw new Error(message);
};

test('the time before a check counts as what the check finds', () => {
  const history = after([start, up], [start + 5 * minute, up], [start + 10 * minute, down]);
  expect(history?.days).toEqual({ '2030-03-01': { pages: { up: 300, down: 300 } } });
  expect(history?.parts.pages).toEqual({ state: 'down', since: new Date(start + 10 * minute).toISOString() });
});

test('a state keeps the time since when it lasts', () => {
  expect(after([start, up], [start + day, up])?.parts.pages?.since).toBe(new Date(start).toISOString());
});

test('of a long gap, only the last minutes count', () => {
  const history = after([start, up], [start + 5 * day, up]);
  expect(history?.days['2030-03-06']?.pages).toEqual({ up: statusLimits.gap / 1000 });
});

test('it keeps 90 days, and stays small', async () => {
  const all: States = new Map([
    ['pages', 'up'],
    ['form', 'degraded'],
    ['news', 'down'],
  ]);
  const history = after(...Array.from({ length: 400 }, (_, index) => [start + (index * day) / 2, all] as const));
  expect(Object.keys(history?.days ?? {})).toHaveLength(statusLimits.days);
  const folder = await temporary();
  if (history) await writeHistory(folder, history);
  const file = await readFile(join(folder, historyName), 'utf8');
  expect(file.length).toBeLessThan(statusLimits.historyBytes / 5);
  expect(await readHistory(folder, unexpected)).toEqual(history);
});

test('a clock that is set back adds nothing and loses nothing', () => {
  const history = after([start, up], [start + 5 * minute, up], [start - 3 * 60 * minute, up], [start + 6 * minute, up]);
  expect(history?.days['2030-03-01']?.pages).toEqual({ up: 300 + 900 });
  expect(history?.parts.pages?.since).toBe(new Date(start - 3 * 60 * minute).toISOString());
});

test('a clock that was years ahead costs one day', () => {
  const days = Array.from({ length: 90 }, (_, index) => [start + index * day, up] as const);
  const last = start + 89 * day;
  const history = after(...days, [last + 3650 * day, up], [last + minute, up]);
  expect(Object.keys(history?.days ?? {})).toHaveLength(89);
  expect(Object.keys(history?.days ?? {}).at(-1)).toBe('2030-05-29');
});

test.each([
  ['half written', '{"version":1,"chec'],
  ['of another kind', '[]'],
  ['with a wrong number', JSON.stringify({ ...after([start, up]), days: { '2030-03-01': { pages: { up: -1 } } } })],
  ['too large', ' '.repeat(statusLimits.historyBytes + 1)],
])('a file that is %s is put aside, and a new one begins', async (_, content) => {
  const folder = await temporary();
  await writeFile(join(folder, historyName), content);
  const warnings: string[] = [];
  expect(await readHistory(folder, (message) => warnings.push(message))).toBeUndefined();
  expect(warnings).toEqual([expect.stringMatching(/^SITE-STATUS .*status\.json\.damaged/)]);
  expect(await readdir(folder)).toEqual([`${historyName}.damaged`]);
});

test('a new folder has no history', async () => {
  expect(await readHistory(await temporary(), unexpected)).toBeUndefined();
});

test('the worst state of a day counts, and the share of all days that something answered', () => {
  expect([{ up: 9, down: 0 }, { up: 9, degraded: 1 }, { up: 9 }, {}, undefined].map(worstOf)).toEqual([
    'down',
    'degraded',
    'up',
    undefined,
    undefined,
  ]);
  expect(shareUp([{ up: 50, degraded: 25 }, undefined, { down: 25 }])).toBe(0.75);
  expect(shareUp([undefined])).toBeUndefined();
});
