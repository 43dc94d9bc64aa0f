import { appendFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from '@rstest/core';
import { list } from '@site/releases/operations/list.ts';
import { signRequest } from '@site/releases/signing/requests.ts';
import { newFolder } from '@site/testkit/releases/fixtures.ts';
import { readerToken, type Service, startService } from '@site/testkit/releases/service.ts';

const hidden = [
  'server/remote.cjs',
  'maps/web/remote.js.map',
  'web/remote.js.map',
  'publication.json',
  'maps/texts/en.json',
  'maps/packages.json',
];

/** A service whose store has a version with source maps, and lists of what is in it. */
async function serviceWithMaps() {
  const service = await startService();
  const maps = { 'maps/web/remote.js.map': '{"sources":["Secret.tsx"]}', 'web/remote.js.map': '{}' };
  const contents = { 'maps/texts/en.json': '{"a":"Secret"}', 'maps/packages.json': '{"Secret":{}}' };
  await service.signed.release({ version: 'version-2', extra: { ...maps, ...contents } });
  return service;
}

const read = ({ address }: Service, path: string, headers: Readonly<Record<string, string>> = {}, method = 'GET') =>
  fetch(`${address}/blog/version-2/${path}`, { method, headers });

test.each(hidden)('a stranger can’t read %s from the release service', async (path) => {
  const service = await serviceWithMaps();
  for (const method of ['GET', 'HEAD']) {
    const answer = await read(service, path, {}, method);
    expect(answer.status).toBe(401);
    expect(answer.headers.get('cache-control')).toBe('no-store');
    expect(await answer.text()).not.toMatch(/module\.exports|Secret|abc1234/);
  }
  for (const spelled of [
    path.replace('/', '%2f'),
    path.replace(/^./, (first) => first.toUpperCase()),
    `web/../${path}`,
  ])
    expect([401, 404]).toContain((await read(service, spelled)).status);
});

test.each(hidden)('a team, and a server with the token, can read %s', async (path) => {
  const service = await serviceWithMaps();
  const url = `${service.address}/blog/version-2/${path}`;
  const signed = () => signRequest({ method: 'GET', url }, service.signed.key('marketing'));
  const once = signed();
  for (const headers of [once, { authorization: `Bearer ${readerToken}` }]) {
    const answer = await read(service, path, headers);
    expect(answer.status).toBe(200);
    expect(answer.headers.get('cache-control')).toBe('no-store');
  }
  expect((await read(service, path, once)).status, 'a signature is valid once').toBe(401);
  await service.signed.revoke('marketing');
  expect((await read(service, path, signed())).status, 'of a revoked key').toBe(403);
  expect((await read(service, path, { authorization: `Bearer ${readerToken}s` })).status, 'another token').toBe(401);
});

test('files for browsers are public, and so are the pointers', async () => {
  const service = await serviceWithMaps();
  for (const path of ['web/remote.js', 'web/page-list.css', 'release.json', '../current.json'])
    expect((await read(service, path)).status).toBe(200);
});

test('a server without the token copies nothing, and its log says what it needs', async () => {
  const { signed, address } = await startService();
  await expect(signed.follow(await newFolder(), address)).rejects.toMatchObject({
    code: 'RELEASE-STORE-FORBIDDEN',
    message: expect.stringContaining('RELEASES_TOKEN'),
  });
});

test('without a key, the list shows what is live, without authors', async () => {
  const { storeOf, release } = await startService();
  await release('version-2');
  const store = storeOf();
  const blog = (await list(store, store.faults)).find(({ app }) => app === 'shell');
  expect(blog?.versions).toMatchObject([{ version: 'version-1', state: 'live' }]);
  expect(await store.versions('blog')).toEqual([{ version: 'version-1', at: '', faults: [] }]);
});

test('no error of the service says where its folders are', async () => {
  const service = await startService();
  const { location } = service.signed.store;
  await appendFile(join(location, 'blog/current.json'), '}');
  const answers = [
    await fetch(`${service.address}/blog/current.json`),
    await read(service, 'web/remote.js'),
    await read(service, 'release.json'),
  ];
  for (const answer of answers) {
    const text = await answer.text();
    expect(answer.ok).toBe(false);
    expect(text).toMatch(/RELEASES/);
    expect(text).not.toContain(location);
  }
});

test('many slow readers of a large file don’t take memory for all of it', async () => {
  const service = await startService();
  const size = 10 * 1024 * 1024;
  await service.signed.release({ version: 'version-2', extra: { 'web/large.js': '/'.repeat(size) } });
  const before = process.memoryUsage();
  const aborting = new AbortController();
  const slow = () => fetch(`${service.address}/blog/version-2/web/large.js`, { signal: aborting.signal });
  await Promise.all(Array.from({ length: 40 }, slow));
  const { arrayBuffers } = process.memoryUsage();
  // Whole files would be 400 MB.
  expect(arrayBuffers - before.arrayBuffers).toBeLessThan(100 * 1024 * 1024);
  aborting.abort();
  expect((await (await read(service, 'web/large.js')).arrayBuffer()).byteLength).toBe(size);
});
