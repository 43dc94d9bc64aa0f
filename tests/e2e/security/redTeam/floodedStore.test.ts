import { mkdir, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, rstest, test } from '@rstest/core';
import { LivePointers } from '@site/releases/follow/LivePointers.ts';
import { LivePolicy } from '@site/releases/follow/LivePolicy.ts';
import { SeenSerials } from '@site/releases/follow/SeenSerials.ts';
import { recordLimits } from '@site/releases/limits.ts';
import { pointerOf, pointTo } from '@site/releases/pointer.ts';
import { recordText } from '@site/releases/signedRecord.ts';
import { FolderStore } from '@site/releases/store/FolderStore.ts';
import { HttpStore } from '@site/releases/store/HttpStore.ts';
import type { Pointer } from '@site/shared/contract/release.ts';
import { openPolicy } from '@site/shared/routes/policy.ts';
import { newFolder } from '@site/testkit/releases/fixtures.ts';
import { SignedStore } from '@site/testkit/releases/signedStore.ts';
import { startStaticHost } from '@site/testkit/site/staticHost.ts';

/** The attacker can write to the whole store, has no key, and wants to keep the servers that look at it busy. */

const count = 100;
const folders = Array.from({ length: count }, (_, index) => `a-${index}`);

/** Looks at a store, and counts the characters that are parsed as JSON, and the signatures that are verified. */
async function watched(signed: SignedStore, location = signed.store.location, followed = ['blog', 'marketing']) {
  const [folder, trust] = [await newFolder(), signed.trust()];
  const log = { warn: rstest.fn(), error: rstest.fn() };
  const seen = new SeenSerials(await newFolder(), log);
  const store = location === signed.store.location ? new FolderStore(location) : new HttpStore(location, 5_000);
  const pointers = new LivePointers({
    store,
    apps: () => ({ followed, candidates: folders, isListed: (name) => folders.includes(name) }),
    folder,
    seen,
    trust,
    log,
  });
  const policy = new LivePolicy({
    store,
    defaultPolicy: openPolicy,
    folder,
    seen,
    accepted: () => [],
    trust,
    log,
  });
  const during = async (act: () => Promise<unknown>): Promise<number> => {
    const parse = rstest.spyOn(JSON, 'parse');
    await act();
    const parsed = parse.mock.calls.reduce((sum, [text]) => sum + String(text).length, 0);
    parse.mockRestore();
    return parsed;
  };
  return {
    pointers,
    policy,
    log,
    look: () => during(() => pointers.read()),
    readPolicy: () => during(() => policy.read()),
  };
}

/** A pointer that names a trusted key, and is of no use. Nothing distinguishes it from an honest one but its signature. */
async function forgery(signed: SignedStore, size: number, mark = ''): Promise<object> {
  const { signature, ...pointer } = await signed.read<Pointer>('shell/current.json');
  return { ...pointer, signature, previous: [], filling: mark.padEnd(size, 'x') };
}

async function fill(signed: SignedStore, size: number, mark = ''): Promise<void> {
  const forged = await forgery(signed, size, mark);
  for (const folder of folders) {
    await mkdir(join(signed.store.location, folder), { recursive: true });
    await writeFile(join(signed.store.location, folder, 'current.json'), JSON.stringify(forged));
  }
}

const aYearAgo = new Date(Date.now() - 365 * 24 * 60 * 60 * 1000);

test('pointers that no honest version has are never read, and the log and /readyz say so', async () => {
  const signed = await SignedStore.create();
  const { look, log, pointers } = await watched(signed);
  const honest = await look();
  await fill(signed, 980_000);
  expect(await look()).toBeLessThanOrEqual(honest);
  expect([...pointers.refusedFolders]).toHaveLength(count);
  expect(pointers.refusedFolders.get('a-0')).toBe('RELEASE-FILE');
  const said = log.warn.mock.calls.flat();
  expect(said).toHaveLength(21);
  expect(said.at(-1)).toContain('someone may be filling it');
  await look();
  expect(log.warn.mock.calls).toHaveLength(21);
});

test.each(['a folder', 'an HTTP origin'])(
  'refused pointers in %s are worked on once, not at each look',
  async (kind) => {
    const signed = await SignedStore.create();
    await fill(signed, 2_000);
    const host = kind === 'a folder' ? undefined : await startStaticHost(signed.store.location);
    const { look, pointers } = await watched(signed, host?.origin);
    const first = await look();
    expect(first).toBeGreaterThan(count * 2_000);
    expect(pointers.refusedFolders.size).toBe(count);
    // Other dates, the same bytes.
    for (const folder of folders) await utimes(join(signed.store.location, folder, 'current.json'), aYearAgo, aYearAgo);
    expect(await look()).toBe(0);
    expect(pointers.refusedFolders.size, 'and they stay refused').toBe(count);
    host?.stop();
  },
);

test('the same problems are logged once, in whatever order the pointers were looked at', async () => {
  const signed = await SignedStore.create();
  const { look, log } = await watched(signed);
  for (const name of ['blog', 'marketing']) await signed.putPointer('version-1', undefined, name);
  for (let looks = 0; looks < 20; looks += 1) await look();
  expect(log.error.mock.calls).toHaveLength(1);
});

test('pointers that come and go don’t fill the log', async () => {
  const signed = await SignedStore.create();
  const { look, log } = await watched(signed);
  const honest = await signed.read('blog/current.json');
  for (let looks = 0; looks < 70; looks += 1) {
    await signed.putPointer('version-1');
    await look();
    await signed.write('blog/current.json', honest);
    await look();
  }
  expect(log.error.mock.calls.length + log.warn.mock.calls.length).toBe(101);
});

test('the more folders there are, the less often they are listed', async () => {
  let listed = 0;
  const store = new FolderStore(await newFolder());
  await Promise.all(Array.from({ length: 2_500 }, (_, index) => mkdir(join(store.location, `z-${index}`))));
  const apps = store.apps.bind(store);
  store.apps = async () => {
    listed += 1;
    return await apps();
  };
  const log = { warn: rstest.fn(), error: rstest.fn() };
  const [folder, accepted] = [await newFolder(), () => []];
  const seen = new SeenSerials(folder, log);
  const policy = new LivePolicy({ store, defaultPolicy: openPolicy, folder, seen, accepted, trust: undefined, log });
  for (let looks = 0; looks < 9; looks += 1) await policy.read();
  expect(listed).toBe(3);
});

test('pointers that change at each look share one budget, and a new remote among them still goes live', async () => {
  const signed = await SignedStore.create();
  const { look, pointers } = await watched(signed);
  await look();
  const most = recordLimits.look.unknown + recordLimits.pointer;
  await signed.addKey('a-7', 'a-7');
  let looks = 0;
  while (!pointers.get('a-7') && looks < 50) {
    await fill(signed, 30_000, `${looks}`);
    await signed.release({ name: 'a-7' });
    expect(await look()).toBeLessThanOrEqual(most);
    looks += 1;
  }
  expect(pointers.get('a-7')?.version).toBe('version-1');
});

test('pointers of remotes that change at each look share one, and a promotion among them still counts', async () => {
  const signed = await SignedStore.create();
  const { look, pointers } = await watched(signed, undefined, [...folders.slice(0, 40), 'blog']);
  await look();
  await fill(signed, 30_000);
  await look();
  await signed.release({ version: 'version-2' });
  let looks = 0;
  while (pointers.get('blog')?.version !== 'version-2' && looks < 100) {
    await fill(signed, 30_000, `${looks}`);
    expect(await look()).toBeLessThanOrEqual(
      recordLimits.look.followed + recordLimits.look.unknown + 2 * recordLimits.pointer,
    );
    looks += 1;
  }
  expect(pointers.get('blog')?.version).toBe('version-2');
});

test('what is signed by nobody is refused before anything else in it is looked at', async () => {
  const signed = await SignedStore.create();
  const { pointers, policy, look } = await watched(signed);
  const { signature: _, ...pointer } = await signed.read<Pointer>('blog/current.json');
  await signed.write('blog/current.json', { ...pointer, previous: Array.from({ length: 5_000 }, () => 0) });
  await signed.write('policy.json', { claims: Array.from({ length: 5_000 }, () => 0) });
  await look();
  await policy.read();
  expect(pointers.problem('blog')?.code).toBe('RELEASE-UNSIGNED');
  expect(policy.problem?.code).toBe('RELEASE-UNSIGNED');
});

test('a refused policy is worked on once, and none is read that no owner could have set', async () => {
  const signed = await SignedStore.create();
  const { policy, readPolicy, log } = await watched(signed);
  await signed.write('policy.json', { ...openPolicy, filling: 'x'.repeat(50_000) });
  expect(await readPolicy()).toBeGreaterThan(50_000);
  expect(await readPolicy()).toBe(0);
  expect(policy.problem?.code).toBe('RELEASE-UNSIGNED');
  await signed.write('policy.json', { ...openPolicy, filling: 'x'.repeat(recordLimits.policy) });
  expect(await readPolicy()).toBe(0);
  expect(policy.problem?.code).toBe('RELEASE-FILE');
  expect(log.error.mock.calls.flat()).toHaveLength(2);
});

test('a pointer that was refused for its key counts as soon as the key is trusted', async () => {
  const signed = await SignedStore.create();
  const { pointers, look } = await watched(signed);
  const key = await signed.addKey('stranger');
  await signed.putPointer('version-1', 'stranger');
  await look();
  expect(pointers.problem('blog')?.code).toBe('RELEASE-KEY');
  const entry = { public: key.public, apps: ['blog'], signs: ['pointers' as const] };
  await signed.changeTrusted((keys) => ({ ...keys, stranger: entry }));
  await look();
  expect([pointers.problem('blog'), pointers.get('blog')?.version]).toEqual([undefined, 'version-1']);
});

test('a pointer of any number of promotions stays small enough, and one that doesn’t is never written', async () => {
  const signed = await SignedStore.create();
  const version = (index: number) => `${index}`.padStart(64, 'a');
  let pointer = await signed.read<Pointer>('blog/current.json');
  for (let index = 0; index < 500; index += 1) pointer = pointTo(version(index), pointer);
  expect(pointer.previous).toHaveLength(recordLimits.namedVersions);
  const text = recordText(pointerOf('blog'), {
    ...pointer,
    signature: (await signed.read<Pointer>('blog/current.json')).signature,
  });
  expect(text.length).toBeLessThan(recordLimits.pointer * 0.75);
  const tooLarge = { ...pointer, note: 'x'.repeat(recordLimits.pointer) };
  await expect(signed.store.change(pointerOf('blog'), async () => tooLarge)).rejects.toMatchObject({
    code: 'RELEASE-LIMIT',
  });
  expect((await signed.store.read(pointerOf('blog')))?.version).toBe('version-1');
});
