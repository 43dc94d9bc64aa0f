import { cp, readdir, readFile, rm } from 'node:fs/promises';
import { connect } from 'node:net';
import { join } from 'node:path';
import { expect, test } from '@rstest/core';
import { serviceLimits as limits } from '@site/release-service/limits.ts';
import { signRequest } from '@site/releases/signing/requests.ts';
import { signRelease } from '@site/releases/signing/signatures.ts';
import { maxDescriptionBytes } from '@site/releases/store/files.ts';
import { OperatorError } from '@site/shared/contract/OperatorError.ts';
import type { ReleaseManifest } from '@site/shared/contract/release.ts';
import { writeFiles } from '@site/testkit/releases/fixtures.ts';
import { ask, builtVersion, type Service, startService } from '@site/testkit/releases/service.ts';

const path = 'web/remote.js';

/** Announces a version whose manifest its team has changed before it signed it. */
async function announceChanged(service: Service, change: (manifest: ReleaseManifest) => ReleaseManifest) {
  const { manifest, folder } = await builtVersion(service.signed);
  const changed = signRelease(change(manifest), service.signed.key('blog'));
  const answer = await ask(service, 'PUT', 'blog/version-2/release.json', { manifest: changed, provenance: {} });
  return { answer, folder };
}

const withSize =
  (size: number) =>
  (manifest: ReleaseManifest): ReleaseManifest => {
    const { integrity } = manifest.files[path] ?? { integrity: '' };
    return { ...manifest, files: { ...manifest.files, [path]: { integrity, size } } };
  };

/** Sends the missing files of a version, and asks the service to store it. */
async function send(service: Service, version: string) {
  const { manifest, folder } = await builtVersion(service.signed, version);
  const announced = await ask(service, 'PUT', `blog/${version}/release.json`, { manifest, provenance: {} });
  if (announced.status !== 200) return announced;
  for (const file of Object.keys(manifest.files))
    await ask(service, 'PUT', `blog/${version}/${file}`, await readFile(join(folder, file)));
  return await ask(service, 'POST', `blog/${version}`);
}

test.each([-20_000_000, 0.5])('a file of %s bytes can’t be announced', async (size) => {
  const { answer } = await announceChanged(await startService(), withSize(size));
  expect(answer).toMatchObject({ status: 422, code: 'RELEASE-MANIFEST' });
});

test('a file with another size than announced is refused, even if its hash is right', async () => {
  const service = await startService();
  const { answer, folder } = await announceChanged(service, withSize(0));
  expect(answer).toMatchObject({ status: 200 });
  expect(await ask(service, 'PUT', `blog/version-2/${path}`, await readFile(join(folder, path)))).toMatchObject({
    status: 422,
    code: 'RELEASE-FILE',
  });
});

test('a file that is shorter than announced is refused, even if its hash is right', async () => {
  const service = await startService();
  const { answer, folder } = await announceChanged(service, withSize(1_000_000));
  expect(answer).toMatchObject({ status: 200 });
  expect(await ask(service, 'PUT', `blog/version-2/${path}`, await readFile(join(folder, path)))).toMatchObject({
    status: 422,
    code: 'RELEASE-FILE',
  });
});

test('a file that goes on after its announced size is refused before it ends', async () => {
  const service = await startService();
  const { manifest } = await builtVersion(service.signed);
  await ask(service, 'PUT', 'blog/version-2/release.json', { manifest, provenance: {} });
  const url = `${service.address}/blog/version-2/${path}`;
  const headers = { ...upload, ...signRequest({ method: 'PUT', url }, service.signed.key('blog')) };
  const head = headOf(service, 'PUT', `blog/version-2/${path}`, headers);
  const { socket, answer } = await write(service, head + 'x'.repeat(64 * 1024));
  expect(await answer).toMatch(/^HTTP\/1\.1 422 .*RELEASE-FILE/s);
  socket.destroy();
  expect(await readdir(join(service.options.settings.DATA_DIR, 'uploads/blog/version-2/files/web'))).toEqual([]);
});

test('announcements of the same moment get no more room than others, and keep nobody out', async () => {
  const service = await startService();
  const announced = Array.from({ length: 4 * limits.uploads }, async (_, index) => {
    const { manifest } = await builtVersion(service.signed, `version-x${index}`);
    return await ask(service, 'PUT', `blog/version-x${index}/release.json`, { manifest, provenance: {} });
  });
  // One begins after the other: of simultaneous ones, some are refused.
  for (const { status } of await Promise.all(announced)) expect([200, 409]).toContain(status);
  expect(await readdir(join(service.options.settings.DATA_DIR, 'uploads/blog'))).toHaveLength(limits.uploads);
  expect(await send(service, 'version-2')).toMatchObject({ status: 200 });
});

test('a team can fill the store with versions only up to its quota, and is told to prune', async () => {
  const service = await startService();
  const { store } = service.signed;
  for (let count = (await store.versions('blog')).length; count < limits.stored.versions; count += 1)
    await cp(join(store.location, 'blog/version-1'), join(store.location, `blog/version-x${count}`), {
      recursive: true,
    });
  const refusal = await send(service, 'version-2');
  expect(refusal).toMatchObject({ status: 413, code: 'RELEASE-TOO-MUCH' });
  expect(refusal.message).toContain('npx site prune');
  expect(await store.versions('blog')).toHaveLength(limits.stored.versions);
});

test('a team can fill the store with bytes only up to its quota', async () => {
  const service = await startService();
  const { store } = service.signed;
  // Only manifests count for stored versions, so this makes a hundred large ones.
  const manifest = await store.manifest('blog', 'version-1');
  const files = Object.fromEntries(
    Array.from({ length: 10 }, (_, index) => [`web/${index}.webp`, { integrity: `sha256-${index}`, size: 19_000_000 }]),
  );
  const heavy = { ...manifest, files: { ...manifest.files, ...files } };
  for (let count = 0; count < limits.stored.size / 190_000_000; count += 1)
    await writeFiles(join(store.location, `blog/version-x${count}`), {
      'release.json': JSON.stringify({
        ...heavy,
        version: `version-x${count}`,
        publicPath: `/assets/blog/version-x${count}/`,
      }),
    });
  const before = await store.versions('blog');
  expect(await send(service, 'version-2')).toMatchObject({ status: 413, code: 'RELEASE-TOO-MUCH' });
  expect(await store.versions('blog'), 'nothing is lost').toEqual(before);
  await expect(readdir(join(service.options.settings.DATA_DIR, 'uploads')), 'nothing arrives').rejects.toThrow(
    'ENOENT',
  );
  const { code } = await ask(service, 'PUT', 'blog/version-1/release.json', {
    manifest: await store.manifest('blog', 'version-1'),
    provenance: {},
  });
  expect(code, 'what is stored can be sent again').toBeUndefined();
  await rm(join(store.location, 'blog/version-x0'), { recursive: true });
  expect(await send(service, 'version-2'), 'and there is space again').toMatchObject({ status: 200 });
});

test('no file of an unsigned version is accepted', async () => {
  const service = await startService();
  const { manifest } = await builtVersion(service.signed);
  const { signature: _signature, ...unsigned } = manifest;
  const announced = { manifest: unsigned, provenance: {} };
  expect(await ask(service, 'PUT', 'blog/version-2/release.json', announced)).toMatchObject({
    status: 422,
    code: 'RELEASE-UNSIGNED',
  });
  await expect(readdir(join(service.options.settings.DATA_DIR, 'uploads/blog'))).rejects.toThrow('ENOENT');
});

test('an oversized description is read only up to the limit', async () => {
  const service = await startService();
  const { manifest } = await builtVersion(service.signed);
  const announced = { manifest, provenance: {}, more: 'x'.repeat(maxDescriptionBytes) };
  expect(await ask(service, 'PUT', 'blog/version-2/release.json', announced)).toMatchObject({
    status: 422,
    code: 'RELEASE-FILE',
  });
});

test('refused versions don’t use up their team’s quota', async () => {
  let passes = false;
  const service = await startService({
    preflight: async () => {
      if (!passes) throw new OperatorError('RELEASE-PREFLIGHT', '/en/blog could not be rendered.');
      return [];
    },
  });
  for (let count = 0; count < limits.uploads; count += 1)
    expect(await send(service, `version-x${count}`)).toMatchObject({ status: 422, code: 'RELEASE-PREFLIGHT' });
  passes = true;
  expect(await send(service, 'version-2')).toMatchObject({ status: 200 });
});

test('a version that is being tried stays, however many others begin to arrive', async () => {
  const [begun, tried] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const service = await startService({
    preflight: async () => {
      begun.resolve();
      await tried.promise;
      return [];
    },
  });
  const sent = send(service, 'version-2');
  await begun.promise;
  for (let count = 0; count <= limits.uploads; count += 1) {
    const { manifest } = await builtVersion(service.signed, `version-x${count}`);
    const announced = { manifest, provenance: {} };
    expect(await ask(service, 'PUT', `blog/version-x${count}/release.json`, announced)).toMatchObject({ status: 200 });
  }
  tried.resolve();
  expect(await sent).toMatchObject({ status: 200 });
});

/** The beginning of a request as it is on the wire: its line and headers, no body. */
const headOf = (service: Service, method: string, path: string, headers: Readonly<Record<string, string>>): string => {
  const { host, pathname } = new URL(`${service.address}/${path}`);
  const lines = Object.entries({ host, ...headers }).map(([name, value]) => `${name}: ${value}`);
  return [`${method} ${pathname} HTTP/1.1`, ...lines, '', ''].join('\r\n');
};

/** Sends bytes on a new connection, leaves it open, and returns the first response. */
async function write({ address }: Service, bytes: string) {
  const { hostname, port } = new URL(address);
  const socket = connect(Number(port), hostname);
  const answer = new Promise<string>((resolve) => {
    socket.once('data', (chunk) => resolve(chunk.toString('latin1')));
    socket.once('close', () => resolve(''));
    socket.on('error', () => {});
  });
  socket.write(bytes, 'latin1');
  return { socket, answer };
}

const upload = { 'content-type': 'application/octet-stream', 'content-length': String(19 * 1024 * 1024) };

test.each([
  ['nobody', {}],
  [
    'a made-up signature',
    {
      'content-digest': 'sha-256=:47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=:',
      'signature-input': `sig=("@method" "@authority" "@path" "content-digest");created=${Math.floor(Date.now() / 1000)};keyid="${'A'.repeat(43)}";nonce="${'A'.repeat(22)}";alg="ed25519"`,
      signature: `sig=:${'A'.repeat(86)}==:`,
    },
  ],
])('a large body of %s is refused before any of it has been read', async (_, headers) => {
  const service = await startService();
  const { socket, answer } = await write(
    service,
    headOf(service, 'PUT', `blog/version-2/${path}`, { ...upload, ...headers }),
  );
  expect(await answer).toMatch(/^HTTP\/1\.1 401 .*RELEASE-REQUEST/s);
  socket.destroy();
});

test('a file with another content than its digest says leaves nothing on the disk', async () => {
  const service = await startService();
  const { manifest, folder } = await builtVersion(service.signed);
  await ask(service, 'PUT', 'blog/version-2/release.json', { manifest, provenance: {} });
  const content = await readFile(join(folder, path));
  const other = signRequest(
    { method: 'PUT', url: `${service.address}/blog/version-2/${path}`, body: 'other' },
    service.signed.key('blog'),
  );
  expect(await ask(service, 'PUT', `blog/version-2/${path}`, content, other)).toMatchObject({
    status: 401,
    code: 'RELEASE-REQUEST',
  });
  expect(await readdir(join(service.options.settings.DATA_DIR, 'uploads/blog/version-2/files/web'))).toEqual([]);
});

test('one key gets no more than its share of simultaneous requests', async () => {
  const service = await startService();
  const { manifest } = await builtVersion(service.signed);
  await ask(service, 'PUT', 'blog/version-2/release.json', { manifest, provenance: {} });
  const url = `${service.address}/blog/version-2/${path}`;
  const begin = async () =>
    await write(
      service,
      headOf(service, 'PUT', `blog/version-2/${path}`, {
        ...upload,
        ...signRequest({ method: 'PUT', url }, service.signed.key('blog')),
      }),
    );
  const held = await Promise.all(Array.from({ length: limits.requests.atOnce + 1 }, begin));
  expect(await Promise.race(held.map(({ answer }) => answer))).toMatch(/^HTTP\/1\.1 409 .*RELEASE-BUSY/s);
  for (const { socket } of held) socket.destroy();
  await expect.poll(async () => (await ask(service, 'GET', 'index.json')).status).toBe(200);
});

test('a request is valid once, even after a restart of the service', async () => {
  const service = await startService();
  const { server, start, address, signed } = service;
  const once = signRequest({ method: 'GET', url: `${address}/index.json` }, signed.key('blog'));
  expect(await ask(service, 'GET', 'index.json', undefined, once)).toMatchObject({ status: 200 });
  const refused = { status: 401, code: 'RELEASE-REQUEST' };
  expect(await ask(service, 'GET', 'index.json', undefined, once)).toMatchObject(refused);
  await server.close();
  await start({ port: Number(new URL(address).port) });
  const { socket, answer } = await write(service, headOf(service, 'GET', 'index.json', once));
  expect(await answer).toMatch(/^HTTP\/1\.1 401 .*received before/s);
  socket.destroy();
});

test('a request to one service is refused by another that trusts the same key', async () => {
  const [service, other] = await Promise.all([startService(), startService()]);
  await other.signed.changeTrusted((keys) => ({
    ...keys,
    guest: { public: service.signed.key('blog').public, apps: ['blog'], signs: ['releases'] },
  }));
  const taken = signRequest({ method: 'GET', url: `${service.address}/index.json` }, service.signed.key('blog'));
  const refused = { status: 401, code: 'RELEASE-REQUEST' };
  expect(await ask(other, 'GET', 'index.json', undefined, taken)).toMatchObject(refused);
  const { host } = new URL(service.address);
  for (const headers of [{ 'x-forwarded-host': host }, { forwarded: `host=${host}` }])
    expect(await ask(other, 'GET', 'index.json', undefined, { ...taken, ...headers })).toMatchObject(refused);
  const { socket, answer } = await write(other, headOf(other, 'GET', 'index.json', { ...taken, host }));
  expect(await answer).toMatch(/^HTTP\/1\.1 401 .*RELEASE-REQUEST/s);
  socket.destroy();
  expect(await ask(service, 'GET', 'index.json', undefined, taken), 'the request was valid').toMatchObject({
    status: 200,
  });
});

test('behind a proxy, the service accepts requests only under the name of its site', async () => {
  const service = await startService();
  const sign = (origin: string) =>
    signRequest({ method: 'GET', url: `${origin}/releases/index.json` }, service.signed.key('blog'));
  const proxied = { 'x-forwarded-for': '192.0.2.1' };
  const asked = async (origin: string) =>
    (await ask(service, 'GET', 'index.json', undefined, { ...sign(origin), ...proxied })).status;
  expect(await asked('https://www.example.com')).toBe(200);
  expect(await asked(new URL(service.address).origin)).toBe(401);
  expect(await asked('https://www.example.org')).toBe(401);
});

test('a service with its own name accepts requests under that name, for content that is signed for the site', async () => {
  const origin = 'https://releases.example.net';
  const service = await startService({ origin });
  const asAt = (name: string) => {
    const headers = signRequest({ method: 'GET', url: `${name}/releases/index.json` }, service.signed.key('blog'));
    return fetch(`${service.address}/index.json`, { headers: { ...headers, 'x-forwarded-for': '192.0.2.1' } });
  };
  expect((await asAt(service.signed.site)).status).toBe(401);
  expect(await (await asAt(origin)).json()).toMatchObject({ audience: 'https://www.example.com' });
});
