import { mkdir, symlink, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from '@rstest/core';
import { newFolder } from '@site/testkit/releases/fixtures.ts';
import { recordLimits } from '../limits.ts';
import { FolderStore } from './FolderStore.ts';

const names = (count: number) => Array.from({ length: count }, (_, index) => `version-${index}`);

/** Writes how a version was published; its file has the given time. */
async function write(folder: string, version: string, at: Date, time: Date = at): Promise<void> {
  const file = join(folder, version, 'publication.json');
  await mkdir(join(folder, version), { recursive: true });
  await writeFile(file, JSON.stringify({ at: at.toISOString(), commit: version }));
  await utimes(file, time, time);
}

const daysAgo = (days: number) => new Date(Date.now() - days * 24 * 60 * 60_000);

/** A store with ten versions of the blog: the last one is the newest. Their files have the given times. */
async function storeOf(timeOf: (day: number) => Date): Promise<FolderStore> {
  const store = new FolderStore(await newFolder());
  for (const [index, version] of names(10).entries())
    await write(join(store.location, 'blog'), version, daysAgo(10 - index), timeOf(10 - index));
  return store;
}

const newest = async (store: FolderStore, from: number, count: number) => {
  const { versions, all } = await store.newest('blog', from, count);
  return [versions.map(({ version }) => version), all];
};

test('some versions are those of the whole list, newest first', async () => {
  const store = await storeOf(daysAgo);
  expect(await newest(store, 0, 3)).toEqual([['version-9', 'version-8', 'version-7'], 10]);
  expect(await newest(store, 8, 3)).toEqual([['version-1', 'version-0'], 10]);
  expect(await newest(store, 20, 3)).toEqual([[], 10]);
  const all = await store.versions('blog');
  expect((await store.newest('blog', 0, 10)).versions).toEqual(all);
});

test('of versions that aren’t shown, no publication is read', async () => {
  const store = await storeOf(daysAgo);
  // Whoever reads it would find out that the order is another.
  await write(join(store.location, 'blog'), 'version-2', daysAgo(0), daysAgo(8));
  expect(await newest(store, 0, 2)).toEqual([['version-9', 'version-8'], 10]);
});

test('in a store that was copied without the times of its files, the order is that of the publications', async () => {
  const store = await storeOf((day) => daysAgo(-day));
  expect(await newest(store, 0, 3)).toEqual([['version-9', 'version-8', 'version-7'], 10]);
  expect(await newest(store, 5, 2)).toEqual([['version-4', 'version-3'], 10]);
});

test('a publication that is missing, damaged, too large or a link is not known, and the others are', async () => {
  const [folder, elsewhere] = [join(await newFolder(), 'blog'), await newFolder()];
  await write(folder, 'version-1', daysAgo(1));
  await write(elsewhere, 'version-1', daysAgo(2));
  for (const name of ['nothing-1', 'damaged-1', 'large-1', 'link-1', 'folder-1/publication.json'])
    await mkdir(join(folder, name), { recursive: true });
  await writeFile(join(folder, 'damaged-1/publication.json'), '{');
  await writeFile(join(folder, 'large-1/publication.json'), ' '.repeat(recordLimits.publication + 1));
  await symlink(join(elsewhere, 'version-1/publication.json'), join(folder, 'link-1/publication.json'));
  const store = new FolderStore(join(folder, '..'));
  for (const [known, ...others] of [await store.versions('blog'), (await store.newest('blog', 0, 10)).versions]) {
    expect(known).toMatchObject({ version: 'version-1', commit: 'version-1' });
    expect(others.map(({ at }) => at)).toEqual(['', '', '', '', '']);
  }
});

test('an app’s folder that is a link leads nowhere; the store itself may be behind one', async () => {
  const [store, links] = [await newFolder(), await newFolder()];
  await write(join(store, 'blog'), 'version-1', daysAgo(1));
  await symlink(store, join(links, 'store'));
  await symlink(join(store, 'blog'), join(links, 'blog'));
  expect(await new FolderStore(join(links, 'store')).versions('blog')).toMatchObject([{ commit: 'version-1' }]);
  expect(await new FolderStore(links).versions('blog')).toEqual([{ version: 'version-1', at: '' }]);
});

test('an app without a folder has no versions', async () => {
  const store = new FolderStore(await newFolder());
  expect(await store.versions('blog')).toEqual([]);
  expect(await store.newest('blog', 0, 5)).toEqual({ versions: [], all: 0 });
});
