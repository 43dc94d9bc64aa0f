import { rename, rm, symlink, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from '@rstest/core';
import { liveVersion, newFolder, storeWith } from '@site/testkit/releases/fixtures.ts';
import { SignedStore } from '@site/testkit/releases/signedStore.ts';
import { promote } from '../operations/promote.ts';
import { pointerOf } from '../pointer.ts';
import { FolderStore } from './FolderStore.ts';
import { maxDescriptionBytes, maxFileBytes } from './files.ts';

/** Moves something out of the store and puts a link in its place. */
async function replaceByLink(store: FolderStore, path: string): Promise<void> {
  const elsewhere = join(await newFolder(), 'elsewhere');
  await rename(join(store.location, path), elsewhere);
  await symlink(elsewhere, join(store.location, path));
}

test.each(['blog', 'blog/version-1', 'blog/version-1/web', 'blog/version-1/web/remote.js'])(
  'reads nothing through a link at %s',
  async (path) => {
    const store = await storeWith('version-1');
    await replaceByLink(store, path);
    await expect(store.file('blog', 'version-1', 'web/remote.js')).rejects.toMatchObject({ code: 'RELEASE-FILE' });
  },
);

test('a pointer that is a link is refused', async () => {
  const store = await storeWith('version-1');
  await promote(store, 'blog', 'version-1');
  await replaceByLink(store, 'blog/current.json');
  await expect(store.read(pointerOf('blog'))).rejects.toMatchObject({ code: 'RELEASE-POINTER' });
  await promote(store, 'blog', 'version-1');
  expect(await liveVersion(store)).toBe('version-1');
});

test.each([
  ['current.json', maxDescriptionBytes, 'RELEASE-POINTER'],
  ['version-1/release.json', maxDescriptionBytes, 'RELEASE-FILE'],
  ['version-1/web/remote.js', maxFileBytes, 'RELEASE-FILE'],
])('a %s of more than %d bytes is not read into memory', async (path, limit, code) => {
  const store = await storeWith('version-1');
  await promote(store, 'blog', 'version-1');
  await truncate(join(store.location, 'blog', path), limit + 1);
  const read = async () => [
    await store.read(pointerOf('blog')),
    await store.manifest('blog', 'version-1'),
    await store.file('blog', 'version-1', 'web/remote.js'),
  ];
  await expect(read()).rejects.toMatchObject({ code });
});

test('the store itself may be behind a link', async () => {
  const store = await storeWith('version-1');
  const link = join(await newFolder(), 'link');
  await symlink(store.location, link);
  expect((await new FolderStore(link).file('blog', 'version-1', 'web/remote.js')).length).toBeGreaterThan(0);
});

test('ignores folders that aren’t apps or versions', async () => {
  const store = await storeWith('version-1');
  await writeFile(join(store.location, 'README'), '');
  await writeFile(join(store.location, 'blog/notes'), '');
  expect(await store.apps()).toEqual(['blog']);
  expect(await store.versions('blog')).toHaveLength(1);
  expect(await liveVersion(store)).toBeUndefined();
});

test('what can’t be kept isn’t replaced, and a change that is in force isn’t refused', async () => {
  const signed = await SignedStore.create();
  const history = join(signed.store.location, 'blog/current.history');
  await rm(history, { recursive: true });
  await rm(join(signed.store.location, 'blog/current.json'));
  await writeFile(history, '');
  await signed.promote('version-1');
  expect(await liveVersion(signed.store)).toBe('version-1');
  const { serial } = (await signed.store.read(pointerOf('blog')))?.signature ?? {};
  await expect(signed.promote('version-1')).rejects.toThrow(/^RELEASE-STORE .*current\.history/);
  expect((await signed.store.read(pointerOf('blog')))?.signature?.serial).toBe(serial);
  await rm(history);
  await signed.promote('version-1');
  expect(await signed.store.kept(pointerOf('blog'))).toHaveLength(2);
});
