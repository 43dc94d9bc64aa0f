import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from '@rstest/core';
import type { Release } from '@site/releases/Release.ts';
import { RefusedError } from '../operations/overload.ts';
import { Renderer } from './Renderer.ts';

const job = { request: { url: '/en', language: 'en' }, origin: 'http://site.example', registry: {} } as const;
const task = { job, page: 'home', remote: undefined, visitor: { address: '192.0.2.1' } };
const shellIn = (folder: string) =>
  ({
    folder,
    manifest: { name: 'shell', version: 'version-1', server: 'renderer.cjs', files: {} },
  }) as unknown as Release;

test('a stopped renderer starts no worker for late requests', async () => {
  const host = { callApi: () => Promise.reject(new Error('unused')), onOutput: () => {} };
  const renderer = new Renderer(host, () => {
    throw new Error('A worker was about to be started.');
  });
  renderer.stop();
  await expect(renderer.render({ ...task, shell: shellIn('/nowhere') })).rejects.toThrow(RefusedError);
  expect(await renderer.isReady()).toBe(false);
});

test('a shell whose workers end at their start is not started for each request', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'site-renderer-'));
  await writeFile(join(folder, 'renderer.cjs'), 'throw new Error("broken")');
  const shell = shellIn(folder);
  let lost = 0;
  const onLost = () => {
    lost += 1;
  };
  const renderer = new Renderer(
    { callApi: () => Promise.reject(new Error('unused')), onOutput: () => {}, onLost },
    () => ({ shell, remotes: new Map() }),
  );
  const errors: unknown[] = [];
  const isRefused = (error: unknown) => error instanceof RefusedError && error.reason === 'no-worker';
  while (!errors.some(isRefused))
    errors.push(await renderer.render({ ...task, shell }).catch((error: unknown) => error));
  const before = lost;
  await Promise.all(Array.from({ length: 50 }, () => renderer.render({ ...task, shell }).catch(() => {})));
  expect(lost - before, 'further processes').toBeLessThan(10);
  renderer.stop();
  await rm(folder, { recursive: true, force: true });
});
