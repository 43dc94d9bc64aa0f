import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterEach, expect, test } from '@rstest/core';
import { contentOf, newFolder, storeWith } from '@site/testkit/releases/fixtures.ts';
import { ReleaseCache } from '../follow/ReleaseCache.ts';
import { promote } from '../operations/promote.ts';
import { pointerOf } from '../pointer.ts';
import { maxFileBytes } from './files.ts';
import { HttpStore } from './HttpStore.ts';
import { storeFailure } from './storeFailure.ts';

const timeout = 1_000;
const servers: Server[] = [];

afterEach(() => {
  for (const server of servers.splice(0)) server.close().closeAllConnections();
});

async function storeBehind(listener: RequestListener, milliseconds = timeout): Promise<HttpStore> {
  const server = createServer(listener);
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return new HttpStore(`http://127.0.0.1:${(server.address() as AddressInfo).port}/site/`, milliseconds);
}

/** Serves a store as a static server does; `change` may change a file on its way. */
async function servedStore(change: (path: string, content: string) => string = (_, content) => content) {
  const store = await storeWith('version-1');
  await promote(store, 'blog', 'version-1');
  const files = await contentOf(store.location);
  return await storeBehind(({ url = '' }, response) => {
    const path = url.replace('/site/', '');
    const content = files[path];
    if (content === undefined) response.writeHead(404).end('<h1>Not found</h1>');
    else response.end(change(path, content));
  });
}

const copiesOf = async (store: HttpStore) => new ReleaseCache(store, await newFolder());

test('has the same layout as a folder', async () => {
  const store = await servedStore();
  expect(await store.read(pointerOf('blog'))).toMatchObject({ version: 'version-1' });
  expect(await store.manifest('blog', 'version-1')).toMatchObject({ name: 'blog', version: 'version-1' });
  const { folder } = await (await copiesOf(store)).get('blog', 'version-1');
  expect((await contentOf(folder))['web/remote.js']).toBe('// blog version-1');
});

test('a 404 means that a file is missing', async () => {
  const store = await servedStore();
  expect(await store.read(pointerOf('contact'))).toBeUndefined();
  await expect(store.manifest('blog', 'version-9')).rejects.toMatchObject({ code: 'RELEASE-UNKNOWN' });
  await expect(store.file('blog', 'version-1', 'web/other.js')).rejects.toMatchObject({ code: 'RELEASE-UNKNOWN' });
});

test.each<[string, string, RegExp, RequestListener]>([
  ['an error status', 'RELEASE-STORE', /status 500/, (_, response) => response.writeHead(500).end()],
  ['a redirect', 'RELEASE-STORE', /redirect/, (_, response) => response.writeHead(302, { location: '/else' }).end()],
  ['no answer', 'RELEASE-STORE-TIMEOUT', /hangs/, () => {}],
  [
    'half a response',
    'RELEASE-STORE-TIMEOUT',
    /hangs/,
    (_, response) => response.writeHead(200, { 'content-length': '9' }).write('{'),
  ],
  ['a broken connection', 'RELEASE-STORE-REFUSED', /broken/, (request) => request.socket.destroy()],
  ['a login', 'RELEASE-STORE-FORBIDDEN', /status 401/, (_, response) => response.writeHead(401).end()],
  ['a ban', 'RELEASE-STORE-FORBIDDEN', /status 403/, (_, response) => response.writeHead(403).end()],
  [
    'a website',
    'RELEASE-STORE-CONTENT',
    /web page/,
    (_, response) => response.end('\n<!doctype html><h1>Welcome</h1>'),
  ],
])('a store with %s can’t be read, and the error says so', async (_, code, reason, listener) => {
  const store = await storeBehind(listener);
  const failure = { code, message: expect.stringMatching(reason) };
  await expect(store.read(pointerOf('blog'))).rejects.toMatchObject(failure);
  await expect(store.manifest('blog', 'version-1')).rejects.toMatchObject(failure);
});

test('a store that refuses connections can’t be read, and the error says so', async () => {
  const store = await storeBehind(() => {});
  await new Promise((resolve) => servers.pop()?.close(resolve));
  await expect(store.read(pointerOf('blog'))).rejects.toMatchObject({ code: 'RELEASE-STORE-REFUSED' });
});

test('a store at an unknown host can’t be read, and the error says so', async () => {
  const store = new HttpStore('http://no-such-host.invalid', timeout);
  await expect(store.read(pointerOf('blog'))).rejects.toMatchObject({ code: 'RELEASE-STORE-NAME' });
});

test('a store without a secure connection can’t be read, and the error says so', async () => {
  const plain = await storeBehind((_, response) => response.end());
  const store = new HttpStore(plain.location.replace('http:', 'https:'), timeout);
  await expect(store.read(pointerOf('blog'))).rejects.toMatchObject({ code: 'RELEASE-STORE-TLS' });
});

test.each(['CERT_HAS_EXPIRED', 'DEPTH_ZERO_SELF_SIGNED_CERT', 'ERR_TLS_CERT_ALTNAME_INVALID'])(
  'a certificate with %s is a fault of the connection',
  (code) => {
    const thrown = new TypeError('fetch failed', { cause: Object.assign(new Error('certificate'), { code }) });
    expect(storeFailure('https://store.example', thrown).code).toBe('RELEASE-STORE-TLS');
  },
);

test('oversized files are not read', async () => {
  const store = await storeBehind((_, response) => response.end(Buffer.alloc(maxFileBytes + 1)), 20_000);
  await expect(store.read(pointerOf('blog'))).rejects.toMatchObject({ code: 'RELEASE-POINTER' });
  await expect(store.manifest('blog', 'version-1')).rejects.toMatchObject({ code: 'RELEASE-FILE' });
  await expect(store.file('blog', 'version-1', 'web/remote.js')).rejects.toMatchObject({ code: 'RELEASE-FILE' });
});

test.each([
  ['web/remote.js', 'RELEASE-FILE'],
  ['release.json', 'RELEASE-MANIFEST'],
])('a version whose %s was changed in transit is not copied', async (name, code) => {
  const store = await servedStore((path, content) => (path.endsWith(name) ? `${content}/` : content));
  const folder = await newFolder();
  await expect(new ReleaseCache(store, folder).get('blog', 'version-1')).rejects.toMatchObject({ code });
  expect(await contentOf(folder)).toEqual({});
});

test('a changed pointer is an error', async () => {
  const store = await servedStore((path, content) => (path.endsWith('current.json') ? content.slice(1) : content));
  await expect(store.read(pointerOf('blog'))).rejects.toMatchObject({ code: 'RELEASE-POINTER' });
});

test('no request leads out of the store', async () => {
  const asked: string[] = [];
  const store = await storeBehind(({ url = '' }, response) => {
    asked.push(url);
    response.end();
  });
  expect(() => pointerOf('../other')).toThrow('RELEASE-NAME');
  await expect(store.manifest('blog', '..%2fother')).rejects.toMatchObject({ code: 'RELEASE-NAME' });
  await expect(store.file('blog', 'version-1', join('..', 'x'))).rejects.toMatchObject({ code: 'RELEASE-NAME' });
  expect(asked).toEqual([]);
});
