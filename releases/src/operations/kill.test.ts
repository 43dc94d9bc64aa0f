import { expect, test } from '@rstest/core';
import { startActor } from '@site/testkit/releases/actor.ts';
import { buildApp } from '@site/testkit/releases/builtApp.ts';
import { assertWhole, live, newFolder, newStore, publishApp, storeWith } from '@site/testkit/releases/workshop.ts';
import { promote } from './promote.ts';

const kills = 10;

/** Lets a program begin, and kills it some time later: each time a little later than the time before. */
async function killAfter(milliseconds: number, ...parameters: readonly string[]): Promise<void> {
  const actor = startActor(...parameters);
  await actor.started;
  setTimeout(() => actor.process.kill('SIGKILL'), milliseconds);
  await actor.ended;
}

test('a publication that is killed at any moment leaves the whole version or none', { timeout: 60_000 }, async () => {
  const extra = Object.fromEntries(Array.from({ length: 60 }, (_, index) => [`web/${index}.js`, 'x'.repeat(5_000)]));
  const shellFolder = await newFolder();
  await buildApp(shellFolder, { name: 'shell', version: 'shell-1' });
  const found = [];
  for (let attempt = 0; attempt < kills; attempt++) {
    const store = await newStore();
    const folder = await newFolder();
    await buildApp(folder, { extra });
    await killAfter(attempt * 2, store.location, 'publish', folder, shellFolder);
    await assertWhole(store);
    found.push((await store.versions('blog')).length);
    await publishApp(store, { extra });
    expect(await store.versions('blog')).toHaveLength(1);
    await assertWhole(store);
  }
  expect(found.every((versions) => versions <= 1)).toBe(true);
});

test('a promotion that is killed at any moment leaves the old version live or the new one', {
  timeout: 60_000,
}, async () => {
  const store = await storeWith('version-1', 'version-2');
  await promote(store, 'blog', 'version-1');
  for (let attempt = 0; attempt < kills; attempt++) {
    const old = (await live(store)) ?? '';
    const next = old === 'version-1' ? 'version-2' : 'version-1';
    await killAfter(attempt, store.location, 'promote', next);
    expect([old, next]).toContain(await live(store));
    await promote(store, 'blog', next);
    expect(await store.pointer('blog')).toMatchObject({ version: next, previous: [{ version: old }] });
    await assertWhole(store);
  }
});
