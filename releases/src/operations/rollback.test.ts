import { expect, test } from '@rstest/core';
import { live, storeWith } from '@site/testkit/releases/workshop.ts';
import { promote } from './promote.ts';
import { rollback } from './rollback.ts';

async function storeWithLive(...versions: readonly string[]) {
  const store = await storeWith(...versions);
  for (const version of versions) await promote(store, 'blog', version);
  return store;
}

test('goes back to the version before', async () => {
  const store = await storeWithLive('version-1', 'version-2');
  expect(await rollback(store, 'blog')).toMatchObject({ version: 'version-1' });
  expect(await live(store)).toBe('version-1');
});

test('going back twice leads to the version before the version before, not to the one just given up', async () => {
  const store = await storeWithLive('version-1', 'version-2', 'version-3');
  await rollback(store, 'blog');
  await rollback(store, 'blog');
  expect(await live(store)).toBe('version-1');
});

test('going back further than there is anything is refused, and leads to nothing that was given up', async () => {
  const store = await storeWithLive('version-1', 'version-2');
  await rollback(store, 'blog');
  await expect(rollback(store, 'blog')).rejects.toMatchObject({ code: 'RELEASE-NOTHING-BEFORE' });
  expect(await live(store)).toBe('version-1');
});

test('a version that was given up can be promoted again, and is then one like the others', async () => {
  const store = await storeWithLive('version-1', 'version-2');
  await rollback(store, 'blog');
  await promote(store, 'blog', 'version-2');
  await promote(store, 'blog', 'version-1');
  await rollback(store, 'blog');
  expect(await live(store)).toBe('version-2');
});

test('a version that was given up stays known: tabs may still run it', async () => {
  const store = await storeWithLive('version-1', 'version-2', 'version-3');
  await rollback(store, 'blog');
  expect((await store.pointer('blog'))?.previous.map(({ version }) => version)).toEqual(['version-1', 'version-3']);
});

test('goes back to a given version', async () => {
  const store = await storeWithLive('version-1', 'version-2', 'version-3');
  await rollback(store, 'blog', 'version-1');
  expect(await live(store)).toBe('version-1');
});

test('passes over versions that aren’t in the store any more', async () => {
  const store = await storeWithLive('version-1', 'version-2', 'version-3');
  await store.remove('blog', 'version-2');
  await rollback(store, 'blog');
  expect(await live(store)).toBe('version-1');
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
  expect(await live(store)).toBe('version-2');
});
