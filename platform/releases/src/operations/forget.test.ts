import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from '@rstest/core';
import { storeWith } from '@site/testkit/releases/fixtures.ts';
import { pointerOf } from '../pointer.ts';
import { forget } from './forget.ts';
import { promote } from './promote.ts';

async function storeInUse() {
  const store = await storeWith('version-1', 'version-2', 'version-3', 'version-4');
  await promote(store, 'blog', 'version-1');
  await promote(store, 'blog', 'version-2');
  const candidate = { version: 'version-3', share: 10, since: new Date().toISOString(), salt: 'salt-of-the-rollout' };
  await store.change(pointerOf('blog'), async (pointer) => pointer && { ...pointer, candidate });
  return store;
}

test('an experiment that nobody has seen is removed, and the rest stays', async () => {
  const store = await storeInUse();
  await forget(store, 'blog', 'version-4');
  const left = (await store.versions('blog')).map(({ version }) => version);
  expect(left.sort()).toEqual(['version-1', 'version-2', 'version-3']);
  expect(await store.read(pointerOf('blog'))).toMatchObject({
    version: 'version-2',
    candidate: { version: 'version-3' },
  });
});

test.each([
  ['version-1', 'was live'],
  ['version-2', 'is live'],
  ['version-3', 'is under rollout'],
])('%s stays: it %s', async (version, reason) => {
  const store = await storeInUse();
  await expect(forget(store, 'blog', version)).rejects.toThrow(`RELEASE-IN-USE blog@${version} ${reason}`);
  expect(await store.has('blog', version)).toBe(true);
});

test('a version that isn’t there, and names that lead elsewhere, are refused', async () => {
  const store = await storeInUse();
  await expect(forget(store, 'blog', 'version-9')).rejects.toThrow('RELEASE-UNKNOWN');
  await expect(forget(store, 'blog', '../contact')).rejects.toThrow('RELEASE-NAME');
  await expect(forget(store, '..', 'version-1')).rejects.toThrow('RELEASE-NAME');
});

test('nothing is removed while it is unknown what is live', async () => {
  const store = await storeInUse();
  await writeFile(join(store.location, 'blog/current.json'), '{"version":');
  await expect(forget(store, 'blog', 'version-4')).rejects.toThrow('RELEASE-POINTER');
  expect(await store.has('blog', 'version-4')).toBe(true);
});
