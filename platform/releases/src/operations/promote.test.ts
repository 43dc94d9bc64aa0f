import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from '@rstest/core';
import { openPolicy } from '@site/shared/routes/policy.ts';
import { contentOf, liveVersion, newStore, publishApp, storeWith } from '@site/testkit/releases/fixtures.ts';
import { startStoreProcess } from '@site/testkit/releases/storeProcess.ts';
import { maxRemotes } from '../follow/LivePolicy.ts';
import { pointerOf } from '../pointer.ts';
import { promote, rollback } from './promote.ts';
import { setPolicy } from './setRecord.ts';

test('a version goes live, and what was live before is remembered', async () => {
  const store = await storeWith('version-1', 'version-2');
  await promote(store, 'blog', 'version-1');
  const pointer = await promote(store, 'blog', 'version-2');
  expect(pointer).toMatchObject({ version: 'version-2', previous: [{ version: 'version-1' }] });
  expect(await store.read(pointerOf('blog'))).toEqual(pointer);
});

test('promoting the live version changes nothing', async () => {
  const store = await storeWith('version-1');
  const pointer = await promote(store, 'blog', 'version-1');
  expect(await promote(store, 'blog', 'version-1')).toEqual(pointer);
});

test('a version is remembered once, however often it was live', async () => {
  const store = await storeWith('version-1', 'version-2');
  for (const version of ['version-1', 'version-2', 'version-1']) await promote(store, 'blog', version);
  expect(await store.read(pointerOf('blog'))).toMatchObject({
    version: 'version-1',
    previous: [{ version: 'version-2' }],
  });
});

test.each([
  ['it is not in the store', 'version-9', 'RELEASE-UNKNOWN'],
  ['its name is invalid', '../version-1', 'RELEASE-NAME'],
  ['a file of it was changed', 'damaged-1', 'RELEASE-FILE'],
  ['it claims to be another one', 'mistaken', 'RELEASE-RENAMED'],
  ['it needs another React than the live shell’s', 'react-20', 'RELEASE-SINGLETON'],
])('the live version stays when %s', async (_, version, code) => {
  const store = await storeWith('version-1', 'damaged-1', 'mistaken');
  await publishApp(store, { name: 'shell', version: 'shell-1' });
  await publishApp(store, { version: 'react-20' });
  await promote(store, 'shell', 'shell-1');
  await promote(store, 'blog', 'version-1');
  await writeFile(join(store.location, 'blog/damaged-1/web/remote.js'), 'damage');
  const { 'blog/version-1/release.json': other = '', 'blog/react-20/release.json': react = '' } = await contentOf(
    store.location,
  );
  await writeFile(join(store.location, 'blog/mistaken/release.json'), other);
  await writeFile(join(store.location, 'blog/react-20/release.json'), react.replace('^19.0.0', '^20.0.0'));
  const before = await contentOf(store.location);
  await expect(promote(store, 'blog', version)).rejects.toMatchObject({ code });
  expect(await contentOf(store.location)).toEqual(before);
});

test('of two simultaneous promotions of an app one wins, and the other is refused', async () => {
  const store = await storeWith('version-1', 'version-2', 'version-3');
  await promote(store, 'blog', 'version-1');
  const outcomes = await Promise.allSettled([promote(store, 'blog', 'version-2'), promote(store, 'blog', 'version-3')]);
  const won = outcomes.filter((outcome) => outcome.status === 'fulfilled').map(({ value }) => value.version);
  expect(won).toEqual([await liveVersion(store)]);
  const told = outcomes.filter((outcome) => outcome.status === 'rejected').map(({ reason }) => reason.code);
  expect(told).toEqual(['RELEASE-BUSY']);
});

test('when many processes promote the same app, exactly those that succeed were live', async () => {
  const versions = ['version-1', 'version-2', 'version-3', 'version-4', 'version-5', 'version-6'];
  const store = await storeWith(...versions);
  const actors = versions.map((version) => ({
    version,
    ended: startStoreProcess(store.location, 'promote', version).ended,
  }));
  const outputs = await Promise.all(actors.map(async ({ version, ended }) => ({ version, output: await ended })));
  const untold = outputs.filter(({ output }) => output === 'started\n').map(({ version }) => version);
  const told = outputs.filter(({ output }) => output === 'started\nRELEASE-BUSY\n');
  expect(untold.length + told.length).toBe(versions.length);
  const pointer = await store.read(pointerOf('blog'));
  const wereLive = [pointer?.version, ...(pointer?.previous ?? []).map(({ version }) => version)];
  expect(wereLive.toSorted()).toEqual(untold.toSorted());
});

test('two teams can promote at the same time', async () => {
  const store = await newStore();
  await Promise.all([publishApp(store, { name: 'blog' }), publishApp(store, { name: 'contact' })]);
  await Promise.all([promote(store, 'blog', 'version-1'), promote(store, 'contact', 'version-1')]);
  expect(await store.read(pointerOf('contact'))).toMatchObject({ version: 'version-1' });
});

test('reading a damaged pointer fails, and promoting repairs it', async () => {
  const store = await storeWith('version-1');
  await writeFile(join(store.location, 'blog/current.json'), '{"version":');
  await expect(store.read(pointerOf('blog'))).rejects.toMatchObject({ code: 'RELEASE-POINTER' });
  await promote(store, 'blog', 'version-1');
  expect(await liveVersion(store)).toBe('version-1');
});

async function storeWithLive(...versions: readonly string[]) {
  const store = await storeWith(...versions);
  for (const version of versions) await promote(store, 'blog', version);
  return store;
}

test('goes back to the previous version', async () => {
  const store = await storeWithLive('version-1', 'version-2');
  expect(await rollback(store, 'blog')).toMatchObject({ version: 'version-1' });
  expect(await liveVersion(store)).toBe('version-1');
});

test('going back twice leads two versions back, not to the one just given up', async () => {
  const store = await storeWithLive('version-1', 'version-2', 'version-3');
  await rollback(store, 'blog');
  await rollback(store, 'blog');
  expect(await liveVersion(store)).toBe('version-1');
});

test('going back beyond the first version is refused, and never leads to a version that was given up', async () => {
  const store = await storeWithLive('version-1', 'version-2');
  await rollback(store, 'blog');
  await expect(rollback(store, 'blog')).rejects.toMatchObject({ code: 'RELEASE-NOTHING-BEFORE' });
  expect(await liveVersion(store)).toBe('version-1');
});

test('a version that was given up can be promoted again, like any other', async () => {
  const store = await storeWithLive('version-1', 'version-2');
  await rollback(store, 'blog');
  await promote(store, 'blog', 'version-2');
  await promote(store, 'blog', 'version-1');
  await rollback(store, 'blog');
  expect(await liveVersion(store)).toBe('version-2');
});

test('a version that was given up stays in the pointer: tabs may still run it', async () => {
  const store = await storeWithLive('version-1', 'version-2', 'version-3');
  await rollback(store, 'blog');
  expect((await store.read(pointerOf('blog')))?.previous.map(({ version }) => version)).toEqual([
    'version-1',
    'version-3',
  ]);
});

test('goes back to a given version', async () => {
  const store = await storeWithLive('version-1', 'version-2', 'version-3');
  await rollback(store, 'blog', 'version-1');
  expect(await liveVersion(store)).toBe('version-1');
});

test('skips versions that are no longer in the store', async () => {
  const store = await storeWithLive('version-1', 'version-2', 'version-3');
  await store.remove('blog', 'version-2');
  await rollback(store, 'blog');
  expect(await liveVersion(store)).toBe('version-1');
});

test.each([
  ['nothing was ever live', []],
  ['nothing was live before', ['version-1']],
])('is refused when %s', async (_, versions) => {
  const store = await storeWithLive(...versions);
  await expect(rollback(store, 'blog')).rejects.toMatchObject({ code: 'RELEASE-NOTHING-BEFORE' });
});

test('an unknown version is refused, and the live one stays', async () => {
  const store = await storeWithLive('version-1', 'version-2');
  await expect(rollback(store, 'blog', 'version-9')).rejects.toMatchObject({ code: 'RELEASE-UNKNOWN' });
  expect(await liveVersion(store)).toBe('version-2');
});

test('a version that asks for more than the owner has agreed to goes live once they agree', async () => {
  const store = await newStore();
  await publishApp(store, { version: 'version-1', packages: {} });
  await publishApp(store, { version: 'version-2', packages: { zod: '4.1.0' } });
  await promote(store, 'blog', 'version-1');
  const refused = { code: 'RELEASE-AGREE', message: expect.stringContaining('packages zod@4.1.0') };
  const policy = { ...openPolicy, agreed: { blog: { packages: [] } } };
  await expect(promote(store, 'blog', 'version-2', { policy })).rejects.toMatchObject(refused);
  await setPolicy(store, policy);
  await expect(promote(store, 'blog', 'version-2')).rejects.toMatchObject(refused);
  expect(await liveVersion(store)).toBe('version-1');
  await setPolicy(store, { ...openPolicy, agreed: { blog: { packages: ['zod@4.1.0'] } } });
  await promote(store, 'blog', 'version-2');
  await setPolicy(store, policy);
  await expect(rollback(store, 'blog')).resolves.toMatchObject({ version: 'version-1' });
});

test('the live version can be signed again, even if the owner has withdrawn what it asks for', async () => {
  const store = await newStore();
  await publishApp(store, { version: 'version-1', packages: { zod: '4.1.0' } });
  await promote(store, 'blog', 'version-1');
  await setPolicy(store, { ...openPolicy, agreed: { blog: { packages: [] } } });
  await expect(promote(store, 'blog', 'version-1')).resolves.toMatchObject({ version: 'version-1' });
});

test('the team of one remote too many learns that when it promotes, unless the policy names the remote', async () => {
  const store = await storeWith('version-1', 'version-2');
  const isLive = { version: 'version-1', since: '2030-01-01T00:00:00Z', previous: [] };
  const addRemote = (name: string) => store.change(pointerOf(name), async () => isLive);
  for (let number = 1; number < maxRemotes; number += 1) await addRemote(`remote-${number}`);
  await promote(store, 'blog', 'version-1');
  await publishApp(store, { name: 'press' });
  await expect(promote(store, 'press', 'version-1')).rejects.toMatchObject({
    code: 'RELEASE-LIMIT',
    message: expect.stringContaining('Servers show 100 remotes, and this site has as many: press would have no page.'),
  });
  expect(await store.read(pointerOf('press'))).toBeUndefined();
  await promote(store, 'blog', 'version-2');
  await setPolicy(store, { ...openPolicy, claims: { press: { en: ['press'], fr: ['press'], es: ['press'] } } });
  expect(await promote(store, 'press', 'version-1')).toMatchObject({ version: 'version-1' });
});
