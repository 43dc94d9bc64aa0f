import { chmod, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, rstest, test } from '@rstest/core';
import type { Pointer } from '@site/shared/contract/release.ts';
import { openPolicy } from '@site/shared/routes/policy.ts';
import {
  buildApp,
  contentOf,
  newFolder,
  publishApp,
  publishOptions,
  storeWith,
} from '@site/testkit/releases/fixtures.ts';
import { SignedStore } from '@site/testkit/releases/signedStore.ts';
import { FaultLog } from '../FaultLog.ts';
import { list } from '../operations/list.ts';
import { promote, rollback } from '../operations/promote.ts';
import { prune } from '../operations/prune.ts';
import { publish } from '../operations/publish.ts';
import { setPolicy } from '../operations/setRecord.ts';
import { pointerOf } from '../pointer.ts';
import { routePolicy } from '../policy.ts';
import { writeAtomically } from '../store/files.ts';
import { unnamedSite } from './audience.ts';
import { makeSigningKey, readSigningKey, readTrustedKeys } from './keys.ts';
import { localKey, localKeys, readLocalKeys } from './localKey.ts';
import { isSigned, signRecord, signRelease } from './signatures.ts';
import { trustFile } from './Trust.ts';

const day = 24 * 60 * 60 * 1000;
test('a key is rotated without a restart: both are accepted for a while, then only the new one, and the site stays up', async () => {
  const signed = await SignedStore.create();
  const data = await newFolder();
  const { live, releases } = await signed.follow(data);
  await signed.addKey('blog-2', 'blog');
  await signed.release({ version: 'version-2' }, 'blog-2');
  await expect.poll(live).toBe('version-2');
  await signed.promote('version-1', 'blog');
  await expect.poll(live, { message: 'the old key counts too' }).toBe('version-1');

  await signed.revoke('blog');
  await expect(signed.promote('version-1', 'blog')).rejects.toMatchObject({ code: 'RELEASE-KEY' });
  await expect.poll(() => releases.current().refused.get('blog')).toBe('RELEASE-KEY');
  expect(live()).toBe('version-1');
  releases.close();
  expect((await signed.follow(data)).live(), 'after a restart').toBe('version-1');

  await signed.promote('version-2', 'blog-2');
  const newServer = await signed.follow(await newFolder());
  expect([newServer.live(), [...newServer.releases.current().refused]], 'on a new server').toEqual(['version-2', []]);
});

test('after a lost key, what it signed stays live, and publishing the same build with a new key signs it again', async () => {
  const signed = await SignedStore.create();
  const { live, releases } = await signed.follow(await newFolder());
  await signed.addKey('blog-2', 'blog');
  await signed.revoke('blog');
  await signed.release({}, 'blog-2');
  await expect.poll(() => releases.current().refused.get('blog')).toBeUndefined();
  expect(live()).toBe('version-1');
  const newServer = await signed.follow(await newFolder());
  expect(newServer.live(), 'on a new server').toBe('version-1');
});

test('after a stolen key, the owner signs a version from a server’s copy, whatever the thief has made of it elsewhere', async () => {
  const signed = await SignedStore.create();
  const data = await newFolder();
  await signed.follow(data);
  const copy = join(data, 'blog/version-1');
  const { 'release.json': _signed, ...files } = await contentOf(copy);
  const forged = await buildApp(join(signed.store.location, 'blog/version-1'), {
    extra: { 'server/remote.cjs': 'module.exports = "forged";' },
  });
  await signed.write('blog/version-1/release.json', signRelease(forged, signed.key('blog')));
  const deceived = await newFolder();
  const { releases } = await signed.follow(deceived);
  await signed.addKey('owner', 'blog');
  await signed.revoke('blog');
  await expect(signed.promote('version-1', 'owner')).rejects.toMatchObject({ code: 'RELEASE-KEY' });

  const owner = { key: signed.key('owner'), trust: signed.trust() };
  await publish({ ...(await publishOptions(signed.store)), ...owner, app: 'blog', folder: copy });
  await signed.promote('version-1', 'owner');
  await signed.changeTrusted(({ blog: _stolen, ...others }) => others);
  releases.close();
  for (const folder of [deceived, await newFolder()]) {
    expect((await signed.follow(folder)).live()).toBe('version-1');
    const { 'release.json': manifest = '', ...copied } = await contentOf(join(folder, 'blog/version-1'));
    expect(copied).toEqual(files);
    expect(JSON.parse(manifest)).toMatchObject({ signature: { key: owner.key.public } });
  }
});

test('a server doesn’t restart with releases signed only by a key that was removed', async () => {
  const signed = await SignedStore.create();
  const data = await newFolder();
  (await signed.follow(data)).releases.close();
  await signed.changeTrusted(({ blog: _stolen, ...others }) => others);
  expect((await signed.follow(data)).releases.current().gone).toEqual(['blog']);
});

test('while the file of trusted keys is broken, the earlier keys stay trusted, and the operator is told once', async () => {
  const signed = await SignedStore.create();
  const { live, errors } = await signed.follow(await newFolder());
  const keys = await readFile(signed.trusted, 'utf8');
  await writeAtomically(signed.trusted, '{');
  await expect.poll(errors).toEqual([expect.stringContaining('SITE-KEYS')]);
  expect(live()).toBe('version-1');
  await writeAtomically(signed.trusted, keys);
  await signed.release({ version: 'version-2' });
  await expect.poll(live).toBe('version-2');
  expect(errors()).toHaveLength(1);
});

test.each([
  ['of another team', 'marketing', 'RELEASE-KEY'],
  ['that nobody trusts', 'stranger', 'RELEASE-KEY'],
  ['and none was given', undefined, 'RELEASE-UNSIGNED'],
])('nothing gets into the store with a key %s', async (_, name, code) => {
  const signed = await SignedStore.create();
  await signed.addKey('stranger');
  await publishApp(signed.store, { version: 'version-2' }, { key: signed.key('blog') });
  const before = await contentOf(signed.store.location);
  const trust = signed.trust();
  const key = name === undefined ? undefined : signed.key(name);
  const signing = name === undefined ? undefined : signed.signing(name);
  await expect(publishApp(signed.store, { version: 'version-3' }, { key, trust })).rejects.toMatchObject({ code });
  await expect(promote(signed.store, 'blog', 'version-2', { signing, trust })).rejects.toMatchObject({ code });
  if (!name) await expect(promote(signed.store, 'blog', 'version-2')).rejects.toMatchObject({ code });
  expect(await contentOf(signed.store.location)).toEqual(before);
});

test('a version that nobody signed can’t be promoted', async () => {
  const signed = await SignedStore.create();
  await buildApp(join(signed.store.location, 'blog/version-2'), { version: 'version-2' });
  await expect(signed.promote('version-2')).rejects.toMatchObject({ code: 'RELEASE-UNSIGNED' });
});

test('a history that someone else has written into the pointer is never signed', async () => {
  const signed = await SignedStore.create();
  await signed.release({ version: 'version-2' });
  const pointer = await signed.read<Pointer>('blog/current.json');
  await signed.write('blog/current.json', { ...pointer, previous: [{ version: 'version-0', since: pointer.since }] });
  await expect(signed.rollback()).rejects.toMatchObject({ code: 'RELEASE-NOTHING-BEFORE' });
  expect(await signed.promote('version-1')).toMatchObject({ version: 'version-1', previous: [] });
});

test('serials rise, also on a clock that is a minute slow', async () => {
  const signed = await SignedStore.create();
  const ahead = await signed.store.read(pointerOf('blog'));
  if (!ahead) throw new Error('No pointer.');
  const clock = rstest.spyOn(Date, 'now').mockReturnValue(Date.now() - 60_000);
  const next = signRecord(pointerOf('blog'), ahead, ahead, signed.signing('blog'));
  clock.mockRestore();
  expect(next.signature?.serial).toBeGreaterThan(ahead.signature?.serial ?? Number.POSITIVE_INFINITY);
});

test('promoting the live version again renews its pointer’s signature, and changes nothing else', async () => {
  const signed = await SignedStore.create();
  const { signature: before, ...rest } = await signed.read<Pointer>('blog/current.json');
  const { signature, ...same } = await signed.promote('version-1');
  expect(same).toEqual(rest);
  expect(signature?.serial).toBeGreaterThan(before?.serial ?? Number.POSITIVE_INFINITY);
});

test('a signature covers the content, not its formatting, and later additions too', async () => {
  const key = await makeSigningKey(join(await newFolder(), 'a.key'));
  const manifest = signRelease(await buildApp(await newFolder()), key);
  const { files, ...rest } = manifest;
  expect(isSigned('releases', { files, ...rest })).toBe(true);
  expect(isSigned('releases', { ...manifest, contract: 2 })).toBe(false);
  expect(isSigned('releases', { ...manifest, added: 'later' } as typeof manifest)).toBe(false);
  expect(isSigned('pointers', manifest)).toBe(false);
});

test('a server keeps what a later version of the site may add to a manifest or a pointer, and accepts it', async () => {
  const signed = await SignedStore.create();
  const key = signed.key('blog');
  const manifest = await buildApp(join(signed.store.location, 'blog/version-2'), { version: 'version-2' });
  const later = { ...manifest, modules: { './list': { ...manifest.modules['./list'], worker: 'x' } }, added: [1] };
  await signed.write('blog/version-2/release.json', signRelease(later as unknown as typeof manifest, key));
  const pointer = { version: 'version-2', since: new Date().toISOString(), previous: [], reason: 'later' };
  await signed.write('blog/current.json', signRecord(pointerOf('blog'), pointer, undefined, signed.signing('blog')));
  const data = await newFolder();
  const { live, releases } = await signed.follow(data);
  expect(live()).toBe('version-2');
  releases.close();
  expect((await signed.follow(data)).live(), 'from the copy').toBe('version-2');
});

test('the list warns thirty days before servers refuse a pointer', async () => {
  const signed = await SignedStore.create();
  const problem = async (life: number) => {
    const signing = signed.signing('blog', life);
    await promote(signed.store, 'blog', 'version-1', { signing });
    const listed = await list(signed.store, new FaultLog(await newFolder()), { trust: signed.trust() });
    return listed.find(({ app }) => app === 'blog')?.problem;
  };
  expect(await problem(31 * day)).toBeUndefined();
  expect(await problem(29.5 * day)).toMatch(/^RELEASE-EXPIRES-SOON .* for 29 days\. Promote version-1 again/);
  expect(await problem(-day)).toMatch(/^RELEASE-EXPIRED /);
});

test('pruning needs no key: it doesn’t change a signed pointer or the versions that servers keep ready', async () => {
  const signed = await SignedStore.create();
  for (const version of ['version-2', 'version-3', 'version-4']) await signed.release({ version });
  const pointer = await signed.read('blog/current.json');
  expect(await prune(signed.store, { last: 0, age: 0 })).toEqual(['blog@version-1']);
  expect(await signed.read('blog/current.json')).toEqual(pointer);
  expect((await signed.promote('version-4')).previous.map(({ version }) => version)).toEqual([
    'version-3',
    'version-2',
  ]);
});

test('a store without keys gets one, which signs what is there; if the key is lost, it gets another', async () => {
  const store = await storeWith('version-1', 'version-2');
  await publishApp(store, { name: 'shell', version: 'shell-1', publicPath: '/assets/shell/' });
  for (const [app, version] of [
    ['shell', 'shell-1'],
    ['blog', 'version-1'],
    ['blog', 'version-2'],
  ] as const)
    await promote(store, app, version);
  await setPolicy(store, openPolicy);
  const folder = join(await newFolder(), 'keys');
  for (const _ of [1, 2]) {
    const key = await localKey(store, folder);
    expect((await localKey(store, folder)).public).toBe(key.public);
    expect((await stat(localKeys(folder).key)).mode & 0o777).toBe(0o600);
    expect((await stat(folder)).mode & 0o777).toBe(0o700);
    const trust = trustFile(localKeys(folder).trusted, unnamedSite);
    const policy = await store.read(routePolicy);
    expect(() => trust.assertCurrent(routePolicy, policy ?? openPolicy, undefined)).not.toThrow();
    const options = { signing: { key, site: unnamedSite, life: day }, trust };
    expect(await rollback(store, 'blog', 'version-1', options)).toMatchObject({ version: 'version-1' });
    expect(await promote(store, 'blog', 'version-2', options)).toMatchObject({ previous: [{ version: 'version-1' }] });
    await rm(localKeys(folder).key);
  }
});

test('the key of one machine opens its desk, also in a file of an earlier version, and other keys only if the file says so', async () => {
  const signed = await SignedStore.create();
  const folder = join(await newFolder(), 'keys');
  const key = await localKey(signed.store, folder);
  const file = localKeys(folder).trusted;
  const keys = readTrustedKeys(file);
  expect(await readFile(file, 'utf8'), 'earlier versions would refuse it').not.toContain('desk');
  const other = await makeSigningKey(join(folder, 'other.key'));
  await writeFile(file, JSON.stringify({ ...keys, other: { public: other.public, apps: ['*'], signs: [] } }));
  const may = (who: { readonly public: string }) =>
    trustFile(file, unnamedSite, undefined, readLocalKeys).readerOf(who.public)?.maySeeDesk;
  expect([may(key), may(other)]).toEqual([true, false]);
  await writeFile(file, JSON.stringify({ ...keys, local: { ...keys.local, desk: false } }));
  expect(may(key)).toBe(false);
  expect(trustFile(file, unnamedSite).readerOf(key.public)?.maySeeDesk).toBe(false);
});

test('a key that others may read is refused, and no key is overwritten', async () => {
  const file = join(await newFolder(), 'a.key');
  const { public: key } = await makeSigningKey(file);
  expect(readSigningKey(file).public).toBe(key);
  await expect(makeSigningKey(file)).rejects.toMatchObject({ code: 'RELEASE-KEY-FILE' });
  await chmod(file, 0o640);
  expect(() => readSigningKey(file)).toThrow(/^RELEASE-KEY-FILE .* chmod 600/);
  await writeFile(file, 'no key');
  expect(() => readSigningKey(file)).toThrow(/^RELEASE-KEY-FILE /);
});

test('a key may be given as text, as a secret of a CI has it, and no message quotes one', async () => {
  const file = join(await newFolder(), 'a.key');
  const { public: key } = await makeSigningKey(file);
  const text = await readFile(file, 'utf8');
  for (const given of [text, text.trim(), `\n${text}`, text.trim().replaceAll('\n', '\\n')])
    expect(readSigningKey(given).public).toBe(key);
  const secret = text.split('\n')[1] ?? '';
  const damaged = [
    text.replace('MC4C', 'MC4D'),
    text.split('\n').slice(1).join('\n'),
    text.slice(0, -40),
    `${text.slice(30)}${text}`,
  ];
  for (const given of damaged) {
    const said = (() => {
      try {
        return readSigningKey(given).public;
      } catch (error) {
        return `${error} ${JSON.stringify(error)} ${error instanceof Error ? `${error.stack} ${error.cause}` : ''}`;
      }
    })();
    expect(said).toContain('RELEASE-KEY-FILE');
    expect(said).not.toContain(secret.slice(10, 40));
  }
});

test.each([
  ['{', 'JSON'],
  ['[]', 'expected record'],
  ['{"a": {"public": "x", "apps": ["blog"], "signs": ["releases"]}}', 'a.public: must be a public key'],
  [
    `{"a": {"public": "${'x'.repeat(43)}", "apps": ["Blog"], "signs": ["releases"]}}`,
    'a.apps.0: must be names of apps',
  ],
  [`{"a": {"public": "${'x'.repeat(43)}", "apps": [], "signs": ["all"]}}`, 'a.signs.0: must be releases or pointers'],
  [
    `{"a": {"public": "${'x'.repeat(43)}", "apps": ["blog"], "signs": ["releases"], "until": "soon"}}`,
    'a.until: must be a time',
  ],
  [`{"a": {"public": "${'x'.repeat(43)}", "apps": ["blog"], "signs": ["releases"], "app": "blog"}}`, 'app'],
  [`{"a": {"public": "${'x'.repeat(43)}", "apps": ["*"], "signs": [], "desk": "yes"}}`, 'a.desk'],
])('trusted keys such as %s are refused with what is wrong', async (text, reason) => {
  const file = join(await newFolder(), 'trusted.json');
  await writeFile(file, text);
  expect(() => readTrustedKeys(file)).toThrow(/^SITE-KEYS /);
  expect(() => readTrustedKeys(file)).toThrow(reason);
});
