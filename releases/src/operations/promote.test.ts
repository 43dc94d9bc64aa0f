import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from '@rstest/core';
import { startActor } from '@site/testkit/releases/actor.ts';
import { contentOf, live, newStore, publishApp, storeWith } from '@site/testkit/releases/workshop.ts';
import { promote } from './promote.ts';

test('a version goes live, and what was live before is remembered', async () => {
  const store = await storeWith('version-1', 'version-2');
  await promote(store, 'blog', 'version-1');
  const pointer = await promote(store, 'blog', 'version-2');
  expect(pointer).toMatchObject({ version: 'version-2', previous: [{ version: 'version-1' }] });
  expect(await store.pointer('blog')).toEqual(pointer);
});

test('promoting the live version changes nothing', async () => {
  const store = await storeWith('version-1');
  const pointer = await promote(store, 'blog', 'version-1');
  expect(await promote(store, 'blog', 'version-1')).toEqual(pointer);
});

test('a version is remembered once, however often it was live', async () => {
  const store = await storeWith('version-1', 'version-2');
  for (const version of ['version-1', 'version-2', 'version-1']) await promote(store, 'blog', version);
  expect(await store.pointer('blog')).toMatchObject({ version: 'version-1', previous: [{ version: 'version-2' }] });
});

test.each([
  ['it is not in the store', 'version-9', 'RELEASE-UNKNOWN'],
  ['it is no version', '../version-1', 'RELEASE-NAME'],
  ['a file of it was changed', 'damaged-1', 'RELEASE-FILE'],
  ['it says that it is another one', 'mistaken', 'RELEASE-MANIFEST'],
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

test('of two who promote the same app at once, one wins and the other is told', async () => {
  const store = await storeWith('version-1', 'version-2', 'version-3');
  await promote(store, 'blog', 'version-1');
  const outcomes = await Promise.allSettled([promote(store, 'blog', 'version-2'), promote(store, 'blog', 'version-3')]);
  const won = outcomes.filter((outcome) => outcome.status === 'fulfilled').map(({ value }) => value.version);
  expect(won).toEqual([await live(store)]);
  const told = outcomes.filter((outcome) => outcome.status === 'rejected').map(({ reason }) => reason.code);
  expect(told).toEqual(['RELEASE-BUSY']);
});

test('of many programs that promote the same app, those that aren’t told have been live', async () => {
  const versions = ['version-1', 'version-2', 'version-3', 'version-4', 'version-5', 'version-6'];
  const store = await storeWith(...versions);
  const actors = versions.map((version) => ({ version, ended: startActor(store.location, 'promote', version).ended }));
  const outputs = await Promise.all(actors.map(async ({ version, ended }) => ({ version, output: await ended })));
  const untold = outputs.filter(({ output }) => output === 'started\n').map(({ version }) => version);
  const told = outputs.filter(({ output }) => output === 'started\nRELEASE-BUSY\n');
  expect(untold.length + told.length).toBe(versions.length);
  const pointer = await store.pointer('blog');
  const wereLive = [pointer?.version, ...(pointer?.previous ?? []).map(({ version }) => version)];
  expect(wereLive.toSorted()).toEqual(untold.toSorted());
});

test('two teams promote at once', async () => {
  const store = await newStore();
  await Promise.all([publishApp(store, { name: 'blog' }), publishApp(store, { name: 'contact' })]);
  await Promise.all([promote(store, 'blog', 'version-1'), promote(store, 'contact', 'version-1')]);
  expect(await store.pointer('contact')).toMatchObject({ version: 'version-1' });
});

test('a damaged pointer is an error to readers, and promoting writes it anew', async () => {
  const store = await storeWith('version-1');
  await writeFile(join(store.location, 'blog/current.json'), '{"version":');
  await expect(store.pointer('blog')).rejects.toMatchObject({ code: 'RELEASE-POINTER' });
  await promote(store, 'blog', 'version-1');
  expect(await live(store)).toBe('version-1');
});
