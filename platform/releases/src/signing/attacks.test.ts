import { chmod, cp, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from '@rstest/core';
import type { ReleaseManifest } from '@site/shared/contract/release.ts';
import { buildApp, changeManifest, contentOf, newFolder, writeFiles } from '@site/testkit/releases/fixtures.ts';
import { SignedStore } from '@site/testkit/releases/signedStore.ts';
import { startStaticHost } from '@site/testkit/site/staticHost.ts';
import { FaultLog } from '../FaultLog.ts';
import { integrityOf } from '../integrity.ts';
import { readManifest } from '../manifest.ts';
import { list } from '../operations/list.ts';
import { pointerOf } from '../pointer.ts';
import { signClaims, signRelease } from './signatures.ts';

/** The codes that the list of releases shows for an app to a team that doesn't know the trusted keys. */
async function listedCodes({ store }: SignedStore, data: string, app = 'blog'): Promise<readonly string[]> {
  const listed = await list(store, new FaultLog(data));
  const { problem, versions = [] } = listed.find((candidate) => candidate.app === app) ?? {};
  const ofPointer = problem?.split(' ').slice(0, 1) ?? [];
  return [...ofPointer, ...versions.flatMap(({ faults }) => faults.map(({ code }) => code))];
}

/** Puts a version of the blog into the store, bypassing every check. */
async function putRelease({ store }: SignedStore, version: string, overrides: object = {}): Promise<string> {
  const folder = join(store.location, 'blog', version);
  await buildApp(folder, { version, ...overrides });
  return folder;
}

type Attack = (signed: SignedStore) => Promise<unknown>;

const sign =
  (key: string, signed: SignedStore) =>
  (manifest: ReleaseManifest): ReleaseManifest =>
    signRelease(manifest, signed.key(key));

/** The blog's version-2 is live, version-1 was live before. Each attack has write access to the whole store. */
const onPointers: readonly [string, string, Attack][] = [
  ['without a signature', 'RELEASE-UNSIGNED', (signed) => signed.putPointer('version-1')],
  [
    'whose version was changed',
    'RELEASE-SIGNATURE',
    async (signed) =>
      signed.write('blog/current.json', { ...(await signed.read<object>('blog/current.json')), version: 'version-1' }),
  ],
  [
    'whose serial was raised',
    'RELEASE-SIGNATURE',
    async (signed) => {
      const old = await signed.read<{ signature: object }>('blog/old.json');
      await signed.write('blog/current.json', { ...old, signature: { ...old.signature, serial: Date.now() + 1_000 } });
    },
  ],
  ['of another team’s key', 'RELEASE-KEY', (signed) => signed.putPointer('version-1', 'marketing')],
  [
    'of an unknown key',
    'RELEASE-KEY',
    async (signed) => {
      await signed.addKey('stranger');
      await signed.putPointer('version-1', 'stranger');
    },
  ],
  [
    'of a key that signs only versions',
    'RELEASE-KEY',
    async (signed) => {
      await signed.addKey('builder', 'blog', ['releases']);
      await signed.putPointer('version-1', 'builder');
    },
  ],
  [
    'of a revoked key',
    'RELEASE-KEY',
    async (signed) => {
      await signed.revoke('blog');
      await signed.putPointer('version-1', 'blog');
    },
  ],
  [
    'from before',
    'RELEASE-REPLAYED',
    async (signed) => signed.write('blog/current.json', await signed.read('blog/old.json')),
  ],
  [
    'of another remote',
    'RELEASE-RENAMED',
    async (signed) => signed.write('blog/current.json', await signed.read('marketing/current.json')),
  ],
  ['that has expired', 'RELEASE-EXPIRED', (signed) => signed.putPointer('version-1', 'blog', 'blog', -1)],
];

/** The pointer is valid each time: the team was tricked into promoting the version. */
const onReleases: readonly [string, string, Attack][] = [
  ['without a signature', 'RELEASE-UNSIGNED', (signed) => putRelease(signed, 'version-3')],
  [
    'with code that was not signed, and matching hashes',
    'RELEASE-SIGNATURE',
    async (signed) => {
      const folder = await putRelease(signed, 'version-3');
      await changeManifest(folder, sign('blog', signed));
      const evil = 'throw 1;';
      await writeFiles(folder, { 'web/remote.js': evil });
      const entry = { integrity: integrityOf(evil), size: evil.length };
      await changeManifest(folder, (manifest) => ({
        ...manifest,
        files: { ...manifest.files, 'web/remote.js': entry },
      }));
    },
  ],
  [
    'of another team’s key',
    'RELEASE-KEY',
    async (signed) => changeManifest(await putRelease(signed, 'version-3'), sign('marketing', signed)),
  ],
  [
    'of a key that signs only pointers',
    'RELEASE-KEY',
    async (signed) => {
      await signed.addKey('promoter', 'blog', ['pointers']);
      await changeManifest(await putRelease(signed, 'version-3'), sign('promoter', signed));
    },
  ],
  [
    'that is an older version under a new name',
    'RELEASE-RENAMED',
    ({ store: { location } }) =>
      cp(join(location, 'blog/version-1'), join(location, 'blog/version-3'), { recursive: true }),
  ],
  [
    'that is another remote’s',
    'RELEASE-RENAMED',
    ({ store: { location } }) =>
      cp(join(location, 'marketing/version-1'), join(location, 'blog/version-3'), { recursive: true }),
  ],
  [
    'that is another remote’s, with the name changed',
    'RELEASE-KEY',
    async (signed) => {
      const { signature } = await signed.read<ReleaseManifest>('marketing/version-1/release.json');
      await changeManifest(await putRelease(signed, 'version-3'), (manifest) => ({ ...manifest, signature }));
    },
  ],
  [
    'with a pointer’s signature',
    'RELEASE-SIGNATURE',
    async (signed) => {
      const { signature } = await signed.read<ReleaseManifest>('blog/current.json');
      await changeManifest(await putRelease(signed, 'version-3'), (manifest) => ({ ...manifest, signature }));
    },
  ],
];

/** The blog had two releases, and someone kept the pointer of the first. */
async function storeWithHistory(): Promise<SignedStore> {
  const signed = await SignedStore.create();
  await signed.write('blog/old.json', await signed.read('blog/current.json'));
  await signed.release({ version: 'version-2' });
  return signed;
}

test.each(onPointers)('a pointer %s is refused as %s, and what was live stays', async (_, code, attack) => {
  const signed = await storeWithHistory();
  const data = await newFolder();
  const { releases, live, errors } = await signed.follow(data);
  expect(live()).toBe('version-2');
  await attack(signed);
  await expect.poll(() => releases.current().refused.get('blog')).toBe(code);
  expect(live()).toBe('version-2');
  expect(errors()).toContainEqual(
    expect.stringMatching(`^SITE-STORE ${code} .* The site continues with what it knows`),
  );
  await expect.poll(() => listedCodes(signed, data)).toEqual([code]);

  await signed.release({ name: 'marketing', version: 'version-2' });
  // Others continue.
  await expect.poll(() => live('marketing')).toBe('version-2');

  releases.close();
  const again = await signed.follow(data);
  expect(again.live(), 'after a restart').toBe('version-2');
  expect([...again.releases.current().refused]).toEqual([['blog', code]]);
});

test.each(onReleases)('a version %s is refused as %s, and what was live stays', async (_, code, attack) => {
  const signed = await storeWithHistory();
  const data = await newFolder();
  const { live, errors, releases } = await signed.follow(data);
  expect(live()).toBe('version-2');
  await attack(signed);
  await signed.putPointer('version-3', 'blog');
  await expect.poll(errors).toContainEqual(expect.stringContaining(`${code} blog@version-3`));
  await expect.poll(() => listedCodes(signed, data)).toEqual([code]);
  expect(live()).toBe('version-2');
  releases.close();
  expect((await signed.follow(data)).live(), 'after a restart').toBe('version-2');
});

test('a signed pointer is never accepted as a version, even with all its properties', async () => {
  const signed = await SignedStore.create();
  const { signature: _none, ...manifest } = await buildApp(await newFolder(), { version: 'version-3' });
  const pointer = { ...manifest, since: '2030-01-01T00:00:00Z', previous: [] };
  const claims = {
    app: 'blog',
    site: signed.site,
    serial: Date.now(),
    expires: new Date(Date.now() + 60_000).toISOString(),
  };
  const both = signClaims(pointerOf('blog'), pointer, claims, signed.key('blog'));
  const trust = signed.trust();
  expect(() => trust.assertSigned(pointerOf('blog'), both)).not.toThrow();
  expect(() => trust.assertRelease(readManifest(JSON.stringify(both), 'release.json'))).toThrow('RELEASE-SIGNATURE');
});

test('an attack is also refused behind an HTTP origin, even after a restart from copies', async () => {
  const signed = await storeWithHistory();
  const data = await newFolder();
  const host = await startStaticHost(signed.store.location);
  const { releases, live } = await signed.follow(data, host.origin);
  expect(live()).toBe('version-2');
  await signed.write('blog/current.json', await signed.read('blog/old.json'));
  await expect.poll(() => releases.current().refused.get('blog')).toBe('RELEASE-REPLAYED');
  releases.close();
  const again = await signed.follow(data, host.origin);
  await expect.poll(() => again.releases.current().refused.get('blog')).toBe('RELEASE-REPLAYED');
  expect(again.live()).toBe('version-2');
  host.stop();
});

test('when the attack is over, the list no longer mentions it', async () => {
  const signed = await storeWithHistory();
  const data = await newFolder();
  const { live, releases } = await signed.follow(data);
  await signed.write('blog/current.json', await signed.read('blog/old.json'));
  await expect.poll(() => listedCodes(signed, data)).toEqual(['RELEASE-REPLAYED']);
  await signed.promote('version-2');
  await expect.poll(() => listedCodes(signed, data)).toEqual([]);
  expect([live(), releases.current().refused.size]).toEqual(['version-2', 0]);
});

test('a roll-back has a higher serial: it goes live, and the pointer that it replaced can’t be put back', async () => {
  const signed = await storeWithHistory();
  const { live, releases } = await signed.follow(await newFolder());
  const given = await signed.read('blog/current.json');
  await signed.rollback();
  await expect.poll(live).toBe('version-1');
  await signed.write('blog/current.json', given);
  await expect.poll(() => releases.current().refused.get('blog')).toBe('RELEASE-REPLAYED');
  expect(live()).toBe('version-1');
  expect(await releases.find('blog', 'version-2'), 'no preview of what was given up').toBeUndefined();
  expect(await releases.find('blog', 'version-1')).toBeDefined();
});

test('an owner learns when the signature of the live version expires, and of a new signature', async () => {
  const signed = await storeWithHistory();
  const { expiries } = await signed.follow(await newFolder());
  const { signature } = await signed.read<{ signature: { expires: string } }>('blog/current.json');
  expect([...expiries().keys()].sort()).toEqual(['blog', 'marketing', 'shell']);
  expect(expiries().get('blog')).toEqual(new Date(signature.expires));
  await signed.promote('version-2');
  await expect.poll(() => expiries().get('blog')?.getTime()).toBeGreaterThan(Date.parse(signature.expires));
});

test('a server that has never seen the remote doesn’t show it, and says why', async () => {
  const signed = await storeWithHistory();
  await signed.putPointer('version-2');
  const { releases } = await signed.follow(await newFolder());
  expect(releases.current().gone).toEqual(['blog']);
  expect(releases.current().unreachable.get('blog')).toBe('RELEASE-UNSIGNED');
});

test('a server doesn’t start with a shell that nobody has signed', async () => {
  const signed = await storeWithHistory();
  await signed.putPointer('version-1', undefined, 'shell');
  await expect(signed.follow(await newFolder())).rejects.toMatchObject({ code: 'RELEASE-UNSIGNED' });
});

test('a server never writes to the store, whatever it finds there', async () => {
  const signed = await storeWithHistory();
  await putRelease(signed, 'version-3');
  await signed.putPointer('version-3', 'blog');
  const { location } = signed.store;
  await chmod(location, 0o555);
  const state = async () => [
    await contentOf(location),
    (await stat(location)).mtimeMs,
    (await stat(join(location, 'blog'))).mtimeMs,
  ];
  const before = await state();
  const data = await newFolder();
  const { releases, errors } = await signed.follow(data);
  releases.reportFault(releases.current().shell, 'RENDER-THREW', 'seen', './list');
  await expect.poll(() => listedCodes(signed, data, 'shell')).toEqual(['RENDER-THREW']);
  await expect.poll(errors).toContainEqual(expect.stringContaining('RELEASE-UNSIGNED'));
  expect(await state()).toEqual(before);
  await chmod(location, 0o755);
});
