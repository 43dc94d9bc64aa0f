import { join } from 'node:path';
import { expect, test } from '@rstest/core';
import { liveVersion, newFolder, storeWith } from '@site/testkit/releases/fixtures.ts';
import { startStoreProcess } from '@site/testkit/releases/storeProcess.ts';
import { promote } from '../operations/promote.ts';
import { withLock } from './lock.ts';

test('whoever comes while somebody is at it is told, and comes in afterwards', async () => {
  const path = join(await newFolder(), 'lock');
  const started = Promise.withResolvers<void>();
  const busy = Promise.withResolvers<string>();
  const first = withLock(path, 'blog', () => {
    started.resolve();
    return busy.promise;
  });
  await started.promise;
  await expect(withLock(path, 'blog', async () => 'second')).rejects.toMatchObject({ code: 'RELEASE-BUSY' });
  busy.resolve('first');
  expect(await first).toBe('first');
  expect(await withLock(path, 'blog', async () => 'third')).toBe('third');
});

test('the lock of a living program keeps others out; that of a killed one doesn’t', async () => {
  const store = await storeWith('version-1');
  const holder = startStoreProcess(store.location, 'hold');
  await holder.started;
  await expect(promote(store, 'blog', 'version-1')).rejects.toMatchObject({ code: 'RELEASE-BUSY' });
  holder.process.kill('SIGKILL');
  await holder.ended;
  await promote(store, 'blog', 'version-1');
  expect(await liveVersion(store)).toBe('version-1');
});

test('the lock of a program that is stopped for however long is its own', async () => {
  const store = await storeWith('version-1');
  const holder = startStoreProcess(store.location, 'hold');
  await holder.started;
  holder.process.kill('SIGSTOP');
  await expect(promote(store, 'blog', 'version-1')).rejects.toMatchObject({ code: 'RELEASE-BUSY' });
  holder.process.kill('SIGKILL');
  await holder.ended;
});
