import { join } from 'node:path';
import { expect, test } from '@rstest/core';
import { newFolder, newStore, publishApp } from '@site/testkit/releases/fixtures.ts';
import { ReleaseCache } from '../follow/ReleaseCache.ts';
import { pointerOf } from '../pointer.ts';
import type { FolderStore } from '../store/FolderStore.ts';
import { acceptedShells } from './acceptedShells.ts';
import { liveReleases } from './liveReleases.ts';
import { promote } from './promote.ts';

/** Publishes and promotes a version made for a contract. */
async function release(store: FolderStore, name: string, version: string, contract: number): Promise<void> {
  await publishApp(store, { name, version, contract });
  await promote(store, name, version);
}

async function storeWithWaitingShell(): Promise<FolderStore> {
  const store = await newStore();
  await release(store, 'shell', 'shell-1', 1);
  for (const name of ['blog', 'contact']) await release(store, name, 'version-1', 1);
  await release(store, 'shell', 'shell-2', 2);
  return store;
}

const accepted = async (store: FolderStore) => (await acceptedShells(store)).map(({ version }) => version);

test('while a shell with a new contract waits, a fix of an old remote can go live', async () => {
  const store = await storeWithWaitingShell();
  expect(await accepted(store)).toEqual(['shell-2', 'shell-1']);
  await release(store, 'blog', 'version-1b', 1);
  expect((await store.read(pointerOf('blog')))?.version).toBe('version-1b');
  const cache = new ReleaseCache(store, join(await newFolder(), 'copies'));
  const { shells } = await liveReleases('blog', store, cache);
  expect(
    shells.map(({ manifest }) => manifest.version),
    'tried with either',
  ).toEqual(['shell-2', 'shell-1']);
});

test('when the last remote has followed, nothing can be released for the old contract', async () => {
  const store = await storeWithWaitingShell();
  await release(store, 'blog', 'version-2', 2);
  expect(await accepted(store), 'the contact remote is missing').toEqual(['shell-2', 'shell-1']);
  await release(store, 'contact', 'version-2', 2);
  expect(await accepted(store)).toEqual(['shell-2']);
  await publishApp(store, { version: 'version-1c', contract: 1 });
  await expect(promote(store, 'blog', 'version-1c')).rejects.toMatchObject({ code: 'RELEASE-CONTRACT' });
});

test('before a shell is live, none is required', async () => {
  expect(await accepted(await newStore())).toEqual([]);
});
