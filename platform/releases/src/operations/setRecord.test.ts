import { generateKeyPairSync } from 'node:crypto';
import { join } from 'node:path';
import { expect, test } from '@rstest/core';
import { openPolicy } from '@site/shared/routes/policy.ts';
import { newFolder, newStore } from '@site/testkit/releases/fixtures.ts';
import { routePolicy } from '../policy.ts';
import { makeSigningKey, type SigningKey, type TrustedKeys } from '../signing/keys.ts';
import { Trust } from '../signing/Trust.ts';
import { acceptRecord, setPolicy } from './setRecord.ts';

/** A store whose servers trust the keys of the shell's owner and of the blog. */
async function signedStore() {
  const folder = await newFolder();
  const key = async (name: string) => await makeSigningKey(join(folder, `${name}.key`));
  const [owner, blog] = [await key('owner'), await key('blog')];
  const site = 'https://www.example.com';
  const keys: TrustedKeys = {
    owner: { public: owner.public, apps: ['shell'], signs: ['pointers'] },
    blog: { public: blog.public, apps: ['blog'], signs: ['releases', 'pointers'] },
  };
  const signing = (key: SigningKey) => ({ key, site, life: 60_000 });
  const trust = new Trust(() => keys, site);
  return { store: await newStore(), trust, owner: signing(owner), blog: signing(blog) };
}

const next = { ...openPolicy, others: 'none' } as const;

test('the shell’s owner sets a policy, and replaces it', async () => {
  const { store, trust, owner } = await signedStore();
  await setPolicy(store, openPolicy, { signing: owner, trust });
  const first = await store.read(routePolicy);
  await setPolicy(store, next, { signing: owner, trust });
  const second = await store.read(routePolicy);
  expect(second).toMatchObject(next);
  expect(second?.signature?.serial).toBeGreaterThan(first?.signature?.serial ?? Number.POSITIVE_INFINITY);
  expect(() => trust.assertCurrent(routePolicy, second ?? next, first)).not.toThrow();
  expect(() => trust.assertCurrent(routePolicy, first ?? next, second), 'an old one put back').toThrow(
    'RELEASE-REPLAYED',
  );
});

test('nobody else can set one, and a changed or unsigned one is refused', async () => {
  const { store, trust, owner, blog } = await signedStore();
  await expect(setPolicy(store, openPolicy, { signing: blog, trust })).rejects.toMatchObject({ code: 'RELEASE-KEY' });
  await expect(setPolicy(store, openPolicy, { trust })).rejects.toMatchObject({ code: 'RELEASE-UNSIGNED' });
  expect(await store.read(routePolicy)).toBeUndefined();
  await setPolicy(store, openPolicy, { signing: owner, trust });
  const policy = await store.read(routePolicy);
  await expect(setPolicy(store, next)).rejects.toMatchObject({ code: 'RELEASE-UNSIGNED' });
  expect(() => trust.assertCurrent(routePolicy, { ...openPolicy, ...policy, others: 'none' }, undefined)).toThrow(
    'RELEASE-SIGNATURE',
  );
  expect(() => trust.assertCurrent(routePolicy, openPolicy, undefined)).toThrow('RELEASE-UNSIGNED');
  const { publicKey } = generateKeyPairSync('ed25519');
  const stranger = String(publicKey.export({ format: 'jwk' }).x);
  const expires = new Date(Date.now() + 60_000).toISOString();
  const signature = { key: stranger, serial: 1, expires, value: policy?.signature?.value ?? '' };
  expect(() => trust.assertCurrent(routePolicy, { ...openPolicy, signature }, undefined)).toThrow('RELEASE-KEY');
});

test('a service accepts a policy that was made from its current one', async () => {
  const { store, trust, owner } = await signedStore();
  const elsewhere = await newStore();
  await setPolicy(elsewhere, next, { signing: owner, trust });
  const signed = (await elsewhere.read(routePolicy)) ?? next;
  await expect(acceptRecord(store, routePolicy, signed, 5, trust)).rejects.toMatchObject({ code: 'RELEASE-BUSY' });
  await acceptRecord(store, routePolicy, signed, undefined, trust);
  expect(await store.read(routePolicy)).toEqual(signed);
  await expect(acceptRecord(store, routePolicy, signed, undefined, trust)).rejects.toMatchObject({
    code: 'RELEASE-BUSY',
  });
});
