import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from '@rstest/core';
import { liveVersion, newFolder, storeWith } from '@site/testkit/releases/fixtures.ts';
import { startStoreProcess } from '@site/testkit/releases/storeProcess.ts';
import { promote } from '../operations/promote.ts';
import { pointerOf } from '../pointer.ts';
import { busyError } from '../signedRecord.ts';
import { withLock } from './lock.ts';

test('a task is refused while another one holds the lock, and runs afterwards', async () => {
  const path = join(await newFolder(), 'lock');
  const started = Promise.withResolvers<void>();
  const busy = Promise.withResolvers<string>();
  const first = withLock(
    path,
    () => busyError(pointerOf('blog')),
    () => {
      started.resolve();
      return busy.promise;
    },
  );
  await started.promise;
  await expect(
    withLock(
      path,
      () => busyError(pointerOf('blog')),
      async () => 'second',
    ),
  ).rejects.toMatchObject({ code: 'RELEASE-BUSY' });
  busy.resolve('first');
  expect(await first).toBe('first');
  expect(
    await withLock(
      path,
      () => busyError(pointerOf('blog')),
      async () => 'third',
    ),
  ).toBe('third');
});

test('a running process keeps its lock; a killed one loses it', { retry: 0 }, async () => {
  const store = await storeWith('version-1');
  const holder = startStoreProcess(store.location, 'hold');
  await holder.started;
  await expect(promote(store, 'blog', 'version-1')).rejects.toMatchObject({ code: 'RELEASE-BUSY' });
  holder.process.kill('SIGKILL');
  await holder.ended;
  await promote(store, 'blog', 'version-1');
  expect(await liveVersion(store)).toBe('version-1');
});

test('a suspended process keeps its lock', { retry: 0 }, async () => {
  const store = await storeWith('version-1');
  const holder = startStoreProcess(store.location, 'hold');
  await holder.started;
  holder.process.kill('SIGSTOP');
  await expect(promote(store, 'blog', 'version-1')).rejects.toMatchObject({ code: 'RELEASE-BUSY' });
  holder.process.kill('SIGKILL');
  await holder.ended;
});

test('everyone who may write to a store may lock it', async () => {
  const path = join(await newFolder(), 'lock');
  await withLock(
    path,
    () => busyError(pointerOf('blog')),
    async () => {},
  );
  expect((await stat(path)).mode & 0o777).toBe(0o666 & ~process.umask());
});
