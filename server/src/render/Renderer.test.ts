import { expect, test } from '@rstest/core';
import type { Release } from '@site/releases/Release.ts';
import { RefusedError } from '../operations/overload.ts';
import { Renderer } from './Renderer.ts';

test('a stopped renderer starts no worker for late requests', async () => {
  const host = { callApi: () => Promise.reject(new Error('unused')), onOutput: () => {} };
  const renderer = new Renderer(host, () => {
    throw new Error('A worker was about to be started.');
  });
  renderer.stop();
  const shell = { manifest: { name: 'shell', version: 'version-1' } } as Release;
  const job = { request: { url: '/en', language: 'en' }, origin: 'http://site.example', registry: {} } as const;
  await expect(
    renderer.render({ job, shell, page: 'home', remote: undefined, visitor: { address: '' } }),
  ).rejects.toThrow(RefusedError);
  expect(await renderer.isReady()).toBe(false);
});
