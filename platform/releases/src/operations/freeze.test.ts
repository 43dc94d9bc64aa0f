import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from '@rstest/core';
import { openPolicy } from '@site/shared/routes/policy.ts';
import { publishApp, storeWith } from '@site/testkit/releases/fixtures.ts';
import { SignedStore } from '@site/testkit/releases/signedStore.ts';
import { frozenPolicy, liftedPolicy, withFreezeOf } from '../freeze.ts';
import { pointerOf } from '../pointer.ts';
import { routePolicy } from '../policy.ts';
import { promote, rollback } from './promote.ts';
import { replacePolicy, setPolicy } from './setRecord.ts';

const frozen = frozenPolicy(openPolicy, 'Black Friday', new Date('2026-11-27T08:00:00Z'));

/** A store where the blog's first two versions were live, and its third and a new remote wait. */
async function storeToFreeze() {
  const store = await storeWith('version-1', 'version-2', 'version-3');
  await publishApp(store, { name: 'press' });
  for (const version of ['version-1', 'version-2']) await promote(store, 'blog', version);
  return store;
}

test('on a frozen site nothing new goes live, and whoever tries learns since when, why, and who lifts it', async () => {
  const store = await storeToFreeze();
  await setPolicy(store, frozen);
  await expect(promote(store, 'blog', 'version-3')).rejects.toMatchObject({
    code: 'RELEASE-FROZEN',
    message:
      'RELEASE-FROZEN blog@version-3 waits in the store: nothing new goes live since 2026-11-27T08:00:00.000Z (“Black Friday”). The site’s owner lifts that: npx site freeze --lift. What is live can be taken back: npx site rollback blog',
  });
  const refused = { code: 'RELEASE-FROZEN' };
  await expect(promote(store, 'press', 'version-1'), 'a first version').rejects.toMatchObject(refused);
  await expect(promote(store, 'blog', 'version-1'), 'an earlier one').rejects.toMatchObject(refused);
  await expect(rollback(store, 'blog', 'version-3'), 'back to what was never live').rejects.toMatchObject(refused);
  expect(await store.read(pointerOf('blog'))).toMatchObject({ version: 'version-2' });
  await setPolicy(store, liftedPolicy(frozen));
  expect(await promote(store, 'blog', 'version-3')).toMatchObject({ version: 'version-3' });
});

test('a freeze stops no repair: what is live is taken back, and signed again', async () => {
  const store = await storeToFreeze();
  await setPolicy(store, frozen);
  expect(await promote(store, 'blog', 'version-2')).toMatchObject({ version: 'version-2' });
  expect(await rollback(store, 'blog')).toMatchObject({ version: 'version-1' });
  await writeFile(join(store.location, 'policy.json'), '{');
  expect(await rollback(store, 'blog', 'version-2'), 'with a damaged policy too').toMatchObject({
    version: 'version-2',
  });
});

test('a version whose signature no longer counts is signed again on a frozen site', async () => {
  const signed = await SignedStore.create();
  await signed.setPolicy(frozen);
  await signed.addKey('blog-2', 'blog');
  await signed.changeTrusted(({ blog: _gone, ...keys }) => keys);
  await publishApp(signed.store, {}, { key: signed.key('blog-2'), trust: signed.trust() });
  expect(await signed.promote('version-1', 'blog-2')).toMatchObject({ version: 'version-1' });
});

const versionTwo = async (signed: SignedStore) =>
  await publishApp(signed.store, { version: 'version-2' }, { key: signed.key('blog'), trust: signed.trust() });

test('a freeze neither ends nor begins because a signature or its key has ended', async () => {
  const signed = await SignedStore.create();
  await versionTwo(signed);
  await signed.putPolicy(frozen, -1_000);
  await expect(signed.promote('version-2')).rejects.toMatchObject({ code: 'RELEASE-FROZEN' });
  await signed.revoke('shell');
  await expect(signed.promote('version-2')).rejects.toMatchObject({ code: 'RELEASE-FROZEN' });
  await signed.putPolicy(openPolicy, -1_000);
  expect(await signed.promote('version-2')).toMatchObject({ version: 'version-2' });
});

test.each<[string, string, (signed: SignedStore) => Promise<unknown>]>([
  ['is damaged', 'RELEASE-POLICY', ({ store }) => writeFile(join(store.location, 'policy.json'), '{')],
  [
    'was lifted by somebody with an editor',
    'RELEASE-SIGNATURE',
    async (signed) => {
      const { frozen: _lifted, ...policy } = await signed.read<typeof frozen>('policy.json');
      await signed.write('policy.json', policy);
    },
  ],
  ['lost its signature', 'RELEASE-UNSIGNED', (signed) => signed.write('policy.json', openPolicy)],
])('when the policy %s, nobody knows whether the site is frozen: new versions wait', async (_, code, harm) => {
  const signed = await SignedStore.create();
  await versionTwo(signed);
  await signed.setPolicy(frozen);
  await harm(signed);
  await expect(signed.promote('version-2')).rejects.toMatchObject({
    code,
    message: expect.stringContaining('nobody can tell whether the site is frozen'),
  });
  await signed.setPolicy(openPolicy);
  expect(await signed.promote('version-2')).toMatchObject({ version: 'version-2' });
});

test('a freeze keeps its beginning when its reason changes, and is no part of other policies', () => {
  const again = frozenPolicy(frozen, ' The till is down ', new Date('2026-11-28T08:00:00Z'));
  expect(again.frozen).toEqual({ since: '2026-11-27T08:00:00.000Z', reason: 'The till is down' });
  expect(frozenPolicy(frozen, '').frozen).toEqual(frozen.frozen);
  expect(withFreezeOf(frozen, openPolicy)).toEqual(frozen);
  expect(withFreezeOf(openPolicy, frozen)).toEqual(openPolicy);
});

test.each([
  ['too long', 'x'.repeat(201)],
  ['several lines', 'one\ntwo'],
  ['text that hides something', 'free\u202eze'],
])('a reason of %s is refused', (_, reason) => {
  expect(() => frozenPolicy(openPolicy, reason)).toThrow(/RELEASE-POLICY .*one line of plain text, 200 characters/);
});

test('a policy that was made before a freeze can’t be set after it', async () => {
  const store = await storeToFreeze();
  await setPolicy(store, openPolicy);
  const seen = await store.read(routePolicy);
  await setPolicy(store, frozen);
  await expect(replacePolicy(store, { ...openPolicy, others: 'none' }, seen)).rejects.toMatchObject({
    code: 'RELEASE-BUSY',
  });
  expect(await store.read(routePolicy)).toMatchObject({ frozen: frozen.frozen });
});
