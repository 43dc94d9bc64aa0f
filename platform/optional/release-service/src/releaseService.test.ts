import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, rs, test } from '@rstest/core';
import { frozenPolicy } from '@site/releases/freeze.ts';
import { integrityOf } from '@site/releases/integrity.ts';
import { list } from '@site/releases/operations/list.ts';
import { promote, rollback } from '@site/releases/operations/promote.ts';
import { publish } from '@site/releases/operations/publish.ts';
import { setPolicy } from '@site/releases/operations/setRecord.ts';
import { pointerOf, pointTo } from '@site/releases/pointer.ts';
import { routePolicy } from '@site/releases/policy.ts';
import { signRequest } from '@site/releases/signing/requests.ts';
import { signRecord, signRelease } from '@site/releases/signing/signatures.ts';
import { ServiceStore } from '@site/releases/store/ServiceStore.ts';
import { OperatorError } from '@site/shared/contract/OperatorError.ts';
import { openPolicy } from '@site/shared/routes/policy.ts';
import { assertIntact, buildApp, contentOf, newFolder, publishOptions } from '@site/testkit/releases/fixtures.ts';
import {
  announce,
  ask,
  builtVersion,
  readerToken,
  type Service,
  startService,
} from '@site/testkit/releases/service.ts';
import Fastify, { type FastifyReply, type FastifyRequest } from 'fastify';

test('a team publishes, promotes and rolls back with nothing but an address and its key', async () => {
  const { signed, storeOf, release, signing } = await startService();
  const { live } = await signed.follow(await newFolder());
  expect(await release('version-2')).toMatchObject({ added: true });
  expect(live(), 'nothing goes live by itself').toBe('version-1');
  await promote(storeOf('blog'), 'blog', 'version-2', signing('blog'));
  await expect.poll(live).toBe('version-2');
  await rollback(storeOf('blog'), 'blog', undefined, signing('blog'));
  await expect.poll(live).toBe('version-1');
  expect(await release('version-2'), 'again').toMatchObject({ added: false });
  await assertIntact(signed.store);
});

test('after a key was revoked, the owner signs what it signed from a server’s copy, without its sources', async () => {
  const { signed, storeOf, signing } = await startService();
  const data = await newFolder();
  const { live } = await signed.follow(data);
  await signed.addKey('owner', 'blog');
  await signed.revoke('blog');
  const store = storeOf('owner');
  await expect(promote(store, 'blog', 'version-1', signing('owner'))).rejects.toThrow('RELEASE-KEY');
  const copy = { app: 'blog', folder: join(data, 'blog/version-1'), key: signed.key('owner'), trust: signed.trust() };
  expect(await publish({ ...(await publishOptions(signed.store)), ...copy, store })).toMatchObject({ added: false });
  await promote(store, 'blog', 'version-1', signing('owner'));
  expect(await signed.store.manifest('blog', 'version-1')).toMatchObject({ signature: { key: copy.key.public } });
  expect((await signed.follow(await newFolder())).live(), 'on a new server').toBe(live());
  await assertIntact(signed.store);
});

test('a service that can’t read a version doesn’t seem to have signed it anew', async () => {
  const damage = async ({ method }: FastifyRequest) => {
    if (method === 'PUT') await writeFile(join(signed.store.location, 'blog/version-1/web/remote.js'), 'damaged');
  };
  const { signed, storeOf } = await startService({ onRequest: damage });
  await signed.addKey('owner', 'blog');
  const folder = await newFolder();
  await buildApp(folder);
  await signed.revoke('blog');
  const owner = { key: signed.key('owner'), trust: signed.trust(), store: storeOf('owner') };
  await expect(
    publish({ ...(await publishOptions(signed.store)), ...owner, app: 'blog', folder }),
  ).rejects.toMatchObject({ code: 'RELEASE-STORE' });
});

test('a team removes its own experiment from anywhere; nobody else does, and nothing that is or was live goes', async () => {
  const { signed, storeOf, release, signing } = await startService();
  await release('version-2');
  await release('version-3');
  await promote(storeOf('blog'), 'blog', 'version-2', signing('blog'));
  const blog = storeOf('blog');
  await expect(storeOf('shell').forget('blog', 'version-3'), 'another team').rejects.toThrow('RELEASE-KEY');
  await expect(storeOf().forget('blog', 'version-3'), 'without a key').rejects.toThrow('RELEASE-REQUEST');
  await expect(blog.forget('blog', 'version-2')).rejects.toThrow('RELEASE-IN-USE blog@version-2 is live');
  await expect(blog.forget('blog', 'version-1')).rejects.toThrow('RELEASE-IN-USE blog@version-1 was live');
  await blog.forget('blog', 'version-3');
  expect((await blog.versions('blog')).map(({ version }) => version).sort()).toEqual(['version-1', 'version-2']);
  await expect(blog.forget('blog', 'version-3')).rejects.toThrow('RELEASE-UNKNOWN');
  await assertIntact(signed.store);
});

test('a team reads from anywhere who did what with its apps, and nothing of others', async () => {
  const { signed, storeOf, release, signing, address } = await startService();
  await release('version-2');
  await promote(storeOf('blog'), 'blog', 'version-2', signing('blog'));
  await setPolicy(storeOf('shell'), openPolicy, signing('shell'));
  const { entries, subjects } = await storeOf('blog').log({});
  expect(subjects).toEqual(['blog']);
  expect(entries).toMatchObject([
    { act: { kind: 'live', version: 'version-2', before: 'version-1' }, signer: { name: 'blog' }, isCurrent: true },
    { act: { kind: 'live', version: 'version-1' }, signer: { name: 'blog' } },
  ]);
  expect((await storeOf('blog').log({ subject: 'shell' })).entries).toEqual([]);
  expect((await storeOf('shell').log({ subject: routePolicy.subject, page: 9 })).entries).toHaveLength(1);
  await expect(storeOf().log({})).rejects.toMatchObject({ code: 'RELEASE-REQUEST' });
  const kept = (await signed.store.kept(pointerOf('blog')))[0]?.name ?? '';
  for (const path of [`blog/current.history/${kept}`, 'blog/current.history/', 'policy.history/x.json', 'log.json'])
    expect((await fetch(`${address}/${path}`)).status, path).toBeGreaterThanOrEqual(400);
});

test('a server elsewhere follows the store at the address of the service', async () => {
  const { signed, address, release, storeOf, signing } = await startService();
  const { live } = await signed.follow(await newFolder(), address, readerToken);
  await release('version-2');
  await promote(storeOf('blog'), 'blog', 'version-2', signing('blog'));
  await expect.poll(live).toBe('version-2');
});

test('a cache in front keeps the files of a version, and revalidates what may change', async () => {
  const { address, release } = await startService();
  await release('version-2');
  const cachingOf = async (path: string) => (await fetch(`${address}/blog/${path}`)).headers.get('cache-control');
  expect(await cachingOf('version-2/web/remote.js')).toBe('public, max-age=31536000, immutable');
  expect(await cachingOf('version-2/release.json')).toBe('no-cache');
  expect(await cachingOf('current.json')).toBe('no-cache');
});

test('the list shows from everywhere what is live, where it comes from, and what servers found wrong', async () => {
  const { storeOf, release, options, signed } = await startService();
  await release('version-2');
  const { releases } = await signed.follow(options.reports);
  releases.reportFault(releases.current().shell, 'RENDER-THREW', 'seen', './list');
  const look = async () => {
    const store = storeOf('marketing');
    return await list(store, store.faults);
  };
  const ofShell = async () => (await look()).find(({ app }) => app === 'shell')?.versions[0]?.faults ?? [];
  await expect.poll(ofShell).toMatchObject([{ code: 'RENDER-THREW', module: './list' }]);
  const blog = (await look()).find(({ app }) => app === 'blog');
  expect(blog?.versions).toMatchObject([
    {
      version: 'version-2',
      state: 'published',
      commit: 'abc1234',
      repository: 'https://git.example.com/blog',
      author: 'Ada',
    },
    { version: 'version-1', state: 'live' },
  ]);
});

test('without a key, one sees the remotes that the site shows, also those that no policy names', async () => {
  const { storeOf } = await startService({
    onRequest: async ({ url }, reply) => {
      if (url === '/live.json') await reply.send({ blog: 'version-1', '../keys': 'version-1' });
    },
  });
  expect(await storeOf().apps()).toEqual(['shell', 'blog']);
  expect(await storeOf().versions('blog')).toMatchObject([{ version: 'version-1' }]);
});

test('on a frozen site the service takes a version, makes none live, and takes one back', async () => {
  const { release, storeOf, signing, signed, address } = await startService();
  await release('version-2');
  await promote(storeOf('blog'), 'blog', 'version-2', signing('blog'));
  await signed.setPolicy(frozenPolicy(openPolicy, 'Black Friday'));
  expect(await release('version-3')).toMatchObject({ added: true });
  const refused = { code: 'RELEASE-FROZEN', message: expect.stringContaining('“Black Friday”') };
  await expect(promote(storeOf('blog'), 'blog', 'version-3', signing('blog'))).rejects.toMatchObject(refused);
  // Commands that know nothing of freezes ask all the same.
  const current = await signed.store.read(pointerOf('blog'));
  const record = pointerOf('blog');
  const pointer = signRecord(record, pointTo('version-3', current), current, signed.signing('blog'));
  const body = JSON.stringify(pointer);
  const url = `${address}/blog/current.json`;
  const headers = signRequest({ method: 'PUT', url, body }, signed.key('blog'));
  const condition = { 'if-match': `"${current?.signature?.serial}"` };
  const answer = await fetch(url, { method: 'PUT', body, headers: { ...headers, ...condition } });
  expect([answer.status, await answer.json()]).toEqual([422, expect.objectContaining(refused)]);
  expect(await rollback(storeOf('blog'), 'blog', undefined, signing('blog'))).toMatchObject({ version: 'version-1' });
  await promote(storeOf('blog'), 'blog', 'version-1', signing('blog'));
});

test('an interrupted upload continues after the service restarts', async () => {
  const sent: string[] = [];
  const breaksOff = async ({ method, url }: FastifyRequest, reply: FastifyReply) => {
    if (method !== 'PUT') return;
    if (sent.length === 3) return await reply.code(418).send({ code: 'RELEASE-STORE', message: 'broken off' });
    sent.push(url);
  };
  const { signed, server, start, storeOf, address } = await startService({ onRequest: breaksOff });
  const { manifest, folder } = await builtVersion(signed);
  await expect(storeOf('blog').add(manifest, folder, { at: '' })).rejects.toMatchObject({ code: 'RELEASE-STORE' });
  await server.close();
  const [, ...arrived] = sent.splice(0);
  await start({ port: Number(new URL(address).port), onRequest: async ({ url }) => void sent.push(url) });
  await storeOf('blog').add(manifest, folder, { at: '' });
  expect(arrived).toHaveLength(2);
  expect(sent).not.toEqual(expect.arrayContaining(arrived.slice(0, 1)));
  expect(sent).not.toEqual(expect.arrayContaining(arrived.slice(1)));
  await assertIntact(signed.store);
  expect(await signed.store.has('blog', 'version-2')).toBe(true);
});

test('a request whose answer was lost is signed and sent again', async () => {
  let lost = 0;
  const { signed, storeOf } = await startService({
    onRequest: async ({ method, raw }, reply) => {
      if (method !== 'POST' || lost > 0) return;
      lost += 1;
      reply.raw.writeHead = () => {
        raw.socket.destroy();
        return reply.raw;
      };
    },
  });
  const preview = { app: 'blog', version: 'version-1', days: 7 };
  expect(await storeOf('blog').previewLink(preview)).toContain('preview=blog@version-1');
  expect(lost).toBe(1);
  await assertIntact(signed.store);
});

const hostile: readonly [string, { status: number; code?: string }, (service: Service) => Promise<unknown>][] = [
  [
    'a file that its manifest doesn’t have',
    { status: 422, code: 'RELEASE-FILE' },
    async (service) => {
      await announce(service);
      return await ask(service, 'PUT', 'blog/version-2/web/other.js', Buffer.from('other'));
    },
  ],
  [
    'another content than its manifest says',
    { status: 422, code: 'RELEASE-FILE' },
    async (service) => {
      await announce(service);
      return await ask(service, 'PUT', 'blog/version-2/web/remote.js', Buffer.from('evil'));
    },
  ],
  [
    'a file before its manifest',
    { status: 404, code: 'RELEASE-UNKNOWN' },
    (service) => ask(service, 'PUT', 'blog/version-2/web/remote.js', Buffer.from('first')),
  ],
  [
    'a path that leads out of the release',
    { status: 404, code: 'RELEASE-NAME' },
    (service) => ask(service, 'PUT', 'blog/version-2/web%2f..%2f..%2f..%2ftrusted.json', Buffer.from('{}')),
  ],
  [
    'a version before all of its files have arrived',
    { status: 422, code: 'RELEASE-FILE' },
    async (service) => {
      await announce(service);
      return await ask(service, 'POST', 'blog/version-2');
    },
  ],
  [
    'a manifest of another version',
    { status: 422, code: 'RELEASE-RENAMED' },
    async (service) => {
      const { manifest } = await builtVersion(service.signed);
      return await ask(service, 'PUT', 'blog/version-3/release.json', { manifest, provenance: {} });
    },
  ],
  [
    'a version of gigabytes',
    { status: 413, code: 'RELEASE-TOO-MUCH' },
    async (service) => {
      const { manifest } = await builtVersion(service.signed);
      const large = { integrity: integrityOf('large'), size: 20 * 1024 * 1024 };
      const files = Object.fromEntries(Array.from({ length: 11 }, (_, index) => [`web/large-${index}.bin`, large]));
      const changed = signRelease({ ...manifest, files: { ...manifest.files, ...files } }, service.signed.key('blog'));
      return await ask(service, 'PUT', 'blog/version-2/release.json', { manifest: changed, provenance: {} });
    },
  ],
  [
    'nonsense',
    { status: 401, code: 'RELEASE-REQUEST' },
    (service) => ask(service, 'PUT', 'blog/current.json', Buffer.from('{')),
  ],
  ['a pointer of nobody', { status: 422, code: 'RELEASE-UNSIGNED' }, putUnsigned],
  [
    'an old request again',
    { status: 401, code: 'RELEASE-REQUEST' },
    async (service) => {
      rs.useFakeTimers({ toFake: ['Date'], now: Date.now() - 6 * 60_000 });
      const old = signRequest({ method: 'GET', url: `${service.address}/index.json` }, service.signed.key('blog'));
      rs.useRealTimers();
      return await ask(service, 'GET', 'index.json', undefined, old);
    },
  ],
  [
    'a request with another body than was signed',
    { status: 401, code: 'RELEASE-REQUEST' },
    async (service) => {
      const url = `${service.address}/blog/version-1/preview`;
      const other = signRequest({ method: 'POST', url, body: '{"days":1}' }, service.signed.key('blog'));
      return await ask(service, 'POST', 'blog/version-1/preview', { days: 365 }, other);
    },
  ],
  [
    'a link for more than a month',
    { status: 400, code: 'RELEASE-REQUEST' },
    (service) => ask(service, 'POST', 'blog/version-1/preview', { days: 31 }),
  ],
];

async function putUnsigned(service: Service) {
  const pointer = await service.signed.read<{ signature?: unknown }>('blog/current.json');
  return await ask(service, 'PUT', 'blog/current.json', { ...pointer, signature: undefined });
}

test.each(hostile)('%s is refused, and the store stays as it was', async (_, answer, attack) => {
  const service = await startService();
  const { location } = service.signed.store;
  const before = await contentOf(location);
  expect(await attack(service)).toMatchObject(answer);
  expect(await contentOf(location)).toEqual(before);
});

test.each([
  ['of nobody', undefined, 'RELEASE-REQUEST'],
  ['of another team', 'marketing', 'RELEASE-KEY'],
] as const)('a request %s changes nothing', async (_, team, code) => {
  const { signed, storeOf, signing } = await startService();
  const folder = await newFolder();
  const manifest = await buildApp(folder, { version: 'version-2' });
  await expect(storeOf(team).add(manifest, folder, { at: '' })).rejects.toMatchObject({ code });
  const theirs = team ? signing(team) : signing('blog');
  await expect(rollbackTo('version-1')).rejects.toMatchObject({ code });
  expect(await signed.store.versions('blog')).toHaveLength(1);

  async function rollbackTo(version: string) {
    return await promote(storeOf(team), 'blog', version, theirs);
  }
});

test('a version that fails its preflight is not stored, and its team is told why', async () => {
  const { signed, release } = await startService({
    preflight: async () => {
      throw new OperatorError('RELEASE-PREFLIGHT', '/en/blog could not be rendered.');
    },
  });
  await expect(release('version-2')).rejects.toMatchObject({
    code: 'RELEASE-PREFLIGHT',
    message: 'RELEASE-PREFLIGHT /en/blog could not be rendered.',
  });
  expect(await signed.store.has('blog', 'version-2')).toBe(false);
});

test('of two simultaneous promotions, one is told that the other was first', async () => {
  const { release, storeOf, signing, signed } = await startService();
  await release('version-2');
  await release('version-3');
  const outcomes = await Promise.allSettled(
    ['version-2', 'version-3'].map((version) => promote(storeOf('blog'), 'blog', version, signing('blog'))),
  );
  const refused = outcomes.filter((outcome) => outcome.status === 'rejected');
  expect(refused.map(({ reason }) => (reason as OperatorError).code)).toEqual(['RELEASE-BUSY']);
  expect(['version-2', 'version-3']).toContain((await signed.store.read(pointerOf('blog')))?.version);
});

test('a version that was damaged in the store is whole again when its team publishes it again', async () => {
  const { signed, release } = await startService();
  await release('version-2');
  await writeFile(join(signed.store.location, 'blog/version-2/web/remote.js'), 'damage');
  expect(await release('version-2')).toMatchObject({ added: true });
  await assertIntact(signed.store);
});

test('a preview link comes from the service, which has the secret', async () => {
  const { storeOf, release } = await startService();
  await release('version-2');
  const preview = { app: 'blog', version: 'version-2', days: 7 };
  expect(await storeOf('blog').previewLink(preview)).toMatch(
    /^https:\/\/www\.example\.com\/en\/blog\?preview=blog@version-2\./,
  );
  await expect(storeOf('marketing').previewLink(preview)).rejects.toMatchObject({ code: 'RELEASE-KEY' });
  await expect(storeOf('blog').previewLink({ ...preview, version: 'version-9' })).rejects.toMatchObject({
    code: 'RELEASE-UNKNOWN',
  });
});

test('the shell’s owner sets the route policy over HTTP; teams read it, and change nothing', async () => {
  const { signed, options, storeOf, signing } = await startService();
  expect(await storeOf('blog').read(routePolicy), 'the servers’ policy, as long as the store has none').toEqual(
    options.policy,
  );
  const policy = { ...openPolicy, reserved: ['admin'] };
  await setPolicy(storeOf('shell'), policy, signing('shell'));
  expect(await storeOf('blog').read(routePolicy)).toMatchObject(policy);
  await expect(setPolicy(storeOf('blog'), openPolicy, signing('blog'))).rejects.toMatchObject({
    code: 'RELEASE-KEY',
  });
  await expect(setPolicy(storeOf('shell'), openPolicy, signing('blog'))).rejects.toMatchObject({
    code: 'RELEASE-KEY',
  });
  expect(await signed.store.read(routePolicy)).toMatchObject(policy);
});

test('after a key is revoked, its team promotes over HTTP with a new one, whatever serial the old one has left', async () => {
  const { signed, storeOf, signing } = await startService();
  await signed.addKey('blog-2', 'blog');
  await signed.release({ version: 'version-2' }, 'blog-2');
  await signed.revoke('blog');
  for (const serial of [Date.now(), Number.MAX_SAFE_INTEGER]) {
    await signed.forgePointer('version-1', 'blog', { serial });
    const wanted = promote(storeOf('blog-2'), 'blog', 'version-2', signing('blog-2'));
    expect(await wanted).toMatchObject({ version: 'version-2' });
    expect((await signed.store.read(pointerOf('blog')))?.signature?.key).toBe(signed.key('blog-2').public);
  }
});

test('after a key is revoked, the shell’s owner sets the route policy over HTTP with a new one', async () => {
  const { signed, storeOf, signing } = await startService();
  await setPolicy(storeOf('shell'), openPolicy, signing('shell'));
  await signed.addKey('shell-2', 'shell');
  await signed.revoke('shell');
  const policy = { ...openPolicy, reserved: ['admin'] };
  await setPolicy(storeOf('shell-2'), policy, signing('shell-2'));
  expect(await signed.store.read(routePolicy)).toMatchObject(policy);
});

test('while the site is starting, the command says that, not that there is no service', async () => {
  const server = Fastify();
  server.setNotFoundHandler(async (_request, reply) => reply.code(503).send('SITE-STARTING'));
  const address = await server.listen({ port: 0, host: '127.0.0.1' });
  await expect(new ServiceStore(address, 5_000, undefined).apps()).rejects.toMatchObject({ code: 'RELEASE-STORE' });
  await server.close();
});

test('without a service at the address, the command says so', async () => {
  const server = Fastify();
  const address = await server.listen({ port: 0, host: '127.0.0.1' });
  await expect(new ServiceStore(address, 5_000, undefined).apps()).rejects.toMatchObject({ code: 'RELEASE-READ-ONLY' });
  await server.close();
});

test('the service itself refuses what the owner hasn’t agreed to, also from a command that doesn’t know that', async () => {
  const { signed, storeOf, release, signing } = await startService();
  await release('version-2');
  const policyWith = (...addresses: string[]) => ({ ...openPolicy, agreed: { blog: { addresses } } });
  await setPolicy(storeOf('shell'), policyWith(), signing('shell'));
  const early = storeOf('blog');
  const index = await early.index();
  early.index = async () => ({ ...index, policy: openPolicy });
  const goLive = async () => await promote(early, 'blog', 'version-2', signing('blog'));
  await expect(goLive()).rejects.toThrow(/^RELEASE-AGREE .*addresses \/en\/blog/);
  expect((await signed.store.read(pointerOf('blog')))?.version).toBe('version-1');
  await expect(setPolicy(storeOf('blog'), openPolicy, signing('blog')), 'by the team').rejects.toThrow('RELEASE-KEY');
  await setPolicy(storeOf('shell'), policyWith('/en/blog', '/fr/blog', '/es/blog'), signing('shell'));
  await goLive();
  expect((await signed.store.read(pointerOf('blog')))?.version).toBe('version-2');
});
