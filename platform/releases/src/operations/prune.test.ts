import { mkdir, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from '@rstest/core';
import { contentOf, storeWith } from '@site/testkit/releases/fixtures.ts';
import { pointerOf } from '../pointer.ts';
import type { FolderStore } from '../store/FolderStore.ts';
import { promote } from './promote.ts';
import { prune, type Retention } from './prune.ts';

/** What is reported of each version that stays besides the newest. */
const keptOf = async (store: FolderStore, retention: Retention) => {
  const kept: Record<string, string> = {};
  const removed = await prune(store, retention, ({ id, reason }) => {
    kept[id] = reason;
  });
  return { removed, kept };
};

const day = 24 * 60 * 60 * 1000;
const daysAgo = (days: number): string => new Date(Date.now() - days * day).toISOString();

/** A store whose versions 1, 2, … were published the given numbers of days ago. */
async function storeOfAges(...days: readonly number[]): Promise<FolderStore> {
  const store = await storeWith(...days.map((_, index) => `version-${index + 1}`));
  for (const [index, age] of days.entries()) {
    const file = join(store.location, `blog/version-${index + 1}/publication.json`);
    await writeFile(file, JSON.stringify({ at: daysAgo(age) }));
  }
  return store;
}

const point = (store: FolderStore, version: string, since: number, previous: readonly [string, number][] = []) =>
  writeFile(
    join(store.location, 'blog/current.json'),
    JSON.stringify({
      version,
      since: daysAgo(since),
      previous: previous.map(([earlier, days]) => ({ version: earlier, since: daysAgo(days) })),
    }),
  );

const versionsIn = async (store: FolderStore) =>
  (await store.versions('blog')).map(({ version }) => version).toSorted();

test('keeps the newest versions, and everything younger than the given age', async () => {
  const store = await storeOfAges(60, 50, 6, 5, 4);
  expect(await prune(store, { last: 2, age: 7 * day })).toEqual(['blog@version-2', 'blog@version-1']);
  expect(await versionsIn(store)).toEqual(['version-3', 'version-4', 'version-5']);
});

test('keeps the live version and the one before it, however old they are', async () => {
  const store = await storeOfAges(60, 50, 40, 30);
  await point(store, 'version-2', 50, [['version-1', 60]]);
  await prune(store, { last: 0, age: 0 });
  expect(await versionsIn(store)).toEqual(['version-1', 'version-2']);
});

test('keeps a version that was live until recently, though it went live long ago: tabs may still run it', async () => {
  const store = await storeOfAges(60, 50, 3, 2, 1);
  await point(store, 'version-5', 1, [
    ['version-4', 2],
    ['version-3', 3],
    ['version-2', 50],
    ['version-1', 60],
  ]);
  await prune(store, { last: 2, age: 7 * day });
  expect(await versionsIn(store)).toEqual(['version-2', 'version-3', 'version-4', 'version-5']);
});

test('removes nothing of an app with a damaged pointer: any version may be live', async () => {
  const store = await storeOfAges(60, 50, 40);
  await writeFile(join(store.location, 'blog/current.json'), '{"version":');
  const pruning = prune(store, { last: 0, age: 0 });
  await expect(pruning).rejects.toMatchObject({ code: 'RELEASE-POINTER' });
  expect(await versionsIn(store)).toEqual(['version-1', 'version-2', 'version-3']);
});

test('the pointer forgets what was removed', async () => {
  const store = await storeOfAges(60, 50, 40);
  await point(store, 'version-3', 40, [
    ['version-2', 50],
    ['version-1', 60],
  ]);
  await prune(store, { last: 1, age: 7 * day });
  expect(await store.read(pointerOf('blog'))).toMatchObject({
    version: 'version-3',
    previous: [{ version: 'version-2' }],
  });
});

test('removes what killed processes left long ago, and nothing unfinished that is recent', async () => {
  const store = await storeOfAges(1);
  const old = join(store.location, 'blog/.incoming-old');
  await mkdir(old);
  await utimes(old, new Date(daysAgo(1)), new Date(daysAgo(1)));
  await mkdir(join(store.location, 'blog/.incoming-new'));
  await writeFile(join(store.location, 'blog/.incoming-new/file'), '');
  await writeFile(join(store.location, 'blog/.incoming-old/file'), '');
  await utimes(old, new Date(daysAgo(1)), new Date(daysAgo(1)));
  await prune(store, { last: 5, age: 7 * day });
  const paths = Object.keys(await contentOf(store.location));
  expect(paths.filter((path) => path.includes('.incoming'))).toEqual(['blog/.incoming-new/file']);
});

test('a promotion of a version that is being removed succeeds or fails, and never makes a missing version live', async () => {
  const store = await storeOfAges(60, 50, 40);
  await point(store, 'version-3', 40, [['version-2', 50]]);
  const [promoted] = await Promise.allSettled([
    promote(store, 'blog', 'version-1'),
    prune(store, { last: 1, age: 7 * day }),
  ]);
  const versions = await versionsIn(store);
  if (promoted.status === 'fulfilled') expect(versions).toContain('version-1');
  else expect(promoted.reason).toMatchObject({ code: expect.stringMatching(/^RELEASE-(BUSY|UNKNOWN)$/) });
  expect(versions).toContain((await store.read(pointerOf('blog')))?.version);
});

test('for each older version that stays, the reason is reported', async () => {
  const store = await storeOfAges(9, 8, 7, 6, 1);
  await promote(store, 'blog', 'version-2');
  await promote(store, 'blog', 'version-1');
  expect(await keptOf(store, { last: 1, age: 2 * day })).toEqual({
    removed: ['blog@version-4', 'blog@version-3'],
    kept: { 'blog@version-1': 'live', 'blog@version-2': 'rollback' },
  });
  expect(await keptOf(store, { last: 0, age: 2 * day })).toMatchObject({ kept: { 'blog@version-5': 'young' } });
});
