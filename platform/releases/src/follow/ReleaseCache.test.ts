import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from '@rstest/core';
import { contentOf, newFolder, storeWith } from '@site/testkit/releases/fixtures.ts';
import { ReleaseCache } from './ReleaseCache.ts';

test('a cached release survives the loss of the store, even after a restart', async () => {
  const store = await storeWith('version-1');
  const folder = await newFolder();
  const first = await new ReleaseCache(store, folder).get('blog', 'version-1');
  await rm(store.location, { recursive: true });
  expect(await new ReleaseCache(store, folder).get('blog', 'version-1')).toEqual(first);
});

test.each([
  ['changed', (file: string) => writeFile(file, 'damage')],
  ['lost', (file: string) => rm(file)],
])('a copy with a %s file is replaced', async (_, damage) => {
  const store = await storeWith('version-1');
  const folder = await newFolder();
  await new ReleaseCache(store, folder).get('blog', 'version-1');
  const whole = await contentOf(folder);
  await damage(join(folder, 'blog/version-1/web/remote.js'));
  await new ReleaseCache(store, folder).get('blog', 'version-1');
  expect(await contentOf(folder)).toEqual(whole);
});

test('a damaged version is not copied until it is repaired', async () => {
  const store = await storeWith('version-1');
  const file = join(store.location, 'blog/version-1/web/remote.js');
  const folder = await newFolder();
  const copies = new ReleaseCache(store, folder);
  const good = (await contentOf(store.location))['blog/version-1/web/remote.js'] ?? '';
  await writeFile(file, 'damage');
  await expect(copies.get('blog', 'version-1')).rejects.toMatchObject({ code: 'RELEASE-FILE' });
  expect(await contentOf(folder)).toEqual({});
  await writeFile(file, good);
  expect((await copies.get('blog', 'version-1')).manifest.version).toBe('version-1');
});

test('a version whose manifest names another version is not copied', async () => {
  const store = await storeWith('version-1', 'version-2');
  const other = (await contentOf(store.location))['blog/version-1/release.json'] ?? '';
  await writeFile(join(store.location, 'blog/version-2/release.json'), other);
  const copy = new ReleaseCache(store, await newFolder()).get('blog', 'version-2');
  await expect(copy).rejects.toMatchObject({ code: 'RELEASE-RENAMED' });
});

test('processes that share a folder can copy at the same time', async () => {
  const store = await storeWith('version-1');
  const folder = await newFolder();
  const copies = Array.from({ length: 6 }, () => new ReleaseCache(store, folder).get('blog', 'version-1'));
  await Promise.all(copies);
  expect(Object.keys(await contentOf(folder)).filter((path) => path.includes('.incoming'))).toEqual([]);
});

test.each(['../blog', 'blog/..', ''])('"%s" is not an app', async (app) => {
  const copies = new ReleaseCache(await storeWith('version-1'), await newFolder());
  await expect(copies.get(app, 'version-1')).rejects.toMatchObject({ code: 'RELEASE-NAME' });
});

test('pruning removes unused copies, and nothing else in the folder', async () => {
  const store = await storeWith('version-1', 'version-2');
  const folder = await newFolder();
  const copies = new ReleaseCache(store, folder);
  for (const version of ['version-1', 'version-2']) await copies.get('blog', version);
  await writeFile(join(folder, 'policy.json'), '{}');
  await copies.prune(0, new Set(['blog/version-2']));
  const kept = Object.keys(await contentOf(folder)).map((path) => path.split('/').slice(0, 2).join('/'));
  expect([...new Set(kept)]).toEqual(['blog/version-2', 'policy.json']);
});
