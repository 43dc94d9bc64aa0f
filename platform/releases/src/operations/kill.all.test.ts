import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { expect, test } from '@rstest/core';
import {
  assertIntact,
  buildApp,
  liveVersion,
  newFolder,
  newStore,
  publishApp,
  storeWith,
} from '@site/testkit/releases/fixtures.ts';
import { type StoreProcess, startStoreProcess } from '@site/testkit/releases/storeProcess.ts';
import { readLog } from '../history/readLog.ts';
import { pointerOf } from '../pointer.ts';
import { unnamedSite } from '../signing/audience.ts';
import { makeSigningKey, type TrustedKeys } from '../signing/keys.ts';
import { Trust } from '../signing/Trust.ts';
import type { FolderStore } from '../store/FolderStore.ts';
import { promote } from './promote.ts';

const kills = 10;

/** Kills a process a given number of milliseconds after it has started, or after `hasBegun`. */
async function killAfter(
  milliseconds: number,
  { process, started, ended }: StoreProcess,
  hasBegun: () => Promise<boolean> = async () => true,
): Promise<void> {
  await started;
  while (process.exitCode === null && !(await hasBegun())) await delay(1);
  setTimeout(() => process.kill('SIGKILL'), milliseconds);
  await ended;
}

/** Whether the store has a half-copied version. */
async function hasUnfinished({ location }: FolderStore): Promise<boolean> {
  const names = await readdir(join(location, 'blog')).catch(() => []);
  return names.some((name) => name.startsWith('.incoming-'));
}

test('a publication that is killed at any moment leaves the whole version or none', {
  timeout: 60_000,
  retry: 0,
}, async () => {
  const extra = Object.fromEntries(Array.from({ length: 60 }, (_, index) => [`web/${index}.js`, 'x'.repeat(5_000)]));
  const shellFolder = await newFolder();
  await buildApp(shellFolder, { name: 'shell', version: 'shell-1' });
  let interrupted = 0;
  for (let attempt = 0; attempt < kills; attempt++) {
    const store = await newStore();
    const folder = await newFolder();
    await buildApp(folder, { extra });
    const publication = startStoreProcess(store.location, 'publish', folder, shellFolder);
    // Every other kill hits the process while it copies.
    await killAfter(attempt, publication, attempt % 2 === 0 ? () => hasUnfinished(store) : undefined);
    if (await hasUnfinished(store)) interrupted += 1;
    await assertIntact(store);
    await publishApp(store, { extra });
    expect(await store.versions('blog')).toHaveLength(1);
    await assertIntact(store);
  }
  expect(interrupted, 'kills in the middle of copying').toBeGreaterThan(0);
});

test('a promotion that is killed at any moment leaves the old version live or the new one', {
  timeout: 60_000,
  retry: 0,
}, async () => {
  const store = await storeWith('version-1', 'version-2');
  await promote(store, 'blog', 'version-1');
  for (let attempt = 0; attempt < kills; attempt++) {
    const old = (await liveVersion(store)) ?? '';
    const next = old === 'version-1' ? 'version-2' : 'version-1';
    await killAfter(attempt, startStoreProcess(store.location, 'promote', next));
    expect([old, next]).toContain(await liveVersion(store));
    await promote(store, 'blog', next);
    expect(await store.read(pointerOf('blog'))).toMatchObject({ version: next, previous: [{ version: old }] });
    await assertIntact(store);
  }
});

test('a signed promotion that is killed at any moment leaves in the log every version that was live', {
  timeout: 60_000,
  retry: 0,
}, async () => {
  const store = await storeWith('version-1', 'version-2');
  const file = join(await newFolder(), 'team.key');
  const key = await makeSigningKey(file);
  const keys: TrustedKeys = { team: { public: key.public, apps: ['blog'], signs: ['pointers'] } };
  const source = { store, trust: new Trust(() => keys, unnamedSite) };
  const signing = { key, site: unnamedSite, life: 60_000 };
  const wereLive = [(await promote(store, 'blog', 'version-1', { signing })).signature?.serial];
  for (let attempt = 0; attempt < kills; attempt++) {
    const { version: old, signature } = (await store.read(pointerOf('blog'))) ?? {};
    const next = old === 'version-1' ? 'version-2' : 'version-1';
    await killAfter(attempt, startStoreProcess(store.location, 'promote', next, file));
    const { signature: now } = (await store.read(pointerOf('blog'))) ?? {};
    if (now?.serial !== signature?.serial) wereLive.push(now?.serial);
    wereLive.push((await promote(store, 'blog', next, { signing })).signature?.serial);
    const { entries } = await readLog(source, { maySee: () => true, subject: 'blog', onPage: 50 });
    expect(entries.map(({ at }) => Date.parse(at)).toReversed()).toEqual(wereLive);
    expect(entries.filter(({ problem, hasGap, isSetBack }) => problem !== undefined || hasGap || isSetBack)).toEqual(
      [],
    );
  }
});
