import { expect, rstest, test } from '@rstest/core';
import { frozenPolicy } from '@site/releases/freeze.ts';
import { endRollout, promote, rollback } from '@site/releases/operations/promote.ts';
import { prune } from '@site/releases/operations/prune.ts';
import { setPolicy } from '@site/releases/operations/setRecord.ts';
import { parsePointer, pointerOf } from '@site/releases/pointer.ts';
import type { PointerCandidate } from '@site/shared/contract/release.ts';
import { openPolicy } from '@site/shared/routes/policy.ts';
import { newStore, publishApp, storeWith } from '@site/testkit/releases/fixtures.ts';
import { SignedStore } from '@site/testkit/releases/signedStore.ts';
import { noCounts, type VersionCounts } from './counts.ts';
import { type ListedRollout, listedRollout } from './judge.ts';
import { setRollout } from './setRollout.ts';
import { defaultPlan, nextChange, watchRollout } from './watch.ts';

async function storeWithRollout(share = 10) {
  const store = await storeWith('version-1', 'version-2', 'version-3');
  await promote(store, 'blog', 'version-1');
  const { candidate } = await setRollout(store, 'blog', { version: 'version-2', share });
  return { store, candidate: candidate as PointerCandidate };
}

test('a share of the visitors gets a version, and the live one stays live', async () => {
  const { store } = await storeWithRollout();
  expect(await store.read(pointerOf('blog'))).toMatchObject({
    version: 'version-1',
    previous: [],
    candidate: { version: 'version-2', share: 10 },
  });
});

test('with a larger share, visitors who had it still get it; another version waits until its rollout has ended', async () => {
  const { store, candidate } = await storeWithRollout();
  const larger = await setRollout(store, 'blog', { version: 'version-2', share: 50 });
  expect(larger.candidate).toMatchObject({ share: 50, salt: candidate.salt });
  const next = () => setRollout(store, 'blog', { version: 'version-3', share: 10 });
  await expect(next()).rejects.toThrow('RELEASE-ROLLOUT 50 % of visitors get blog@version-2');
  expect((await store.read(pointerOf('blog')))?.candidate).toMatchObject({ version: 'version-2', share: 50 });
  await rollback(store, 'blog');
  const other = await next();
  expect(other.candidate?.salt).not.toBe(candidate.salt);
});

test.each<[string, (store: Awaited<ReturnType<typeof storeWith>>) => Promise<unknown>]>([
  ['a promotion', (store) => promote(store, 'blog', 'version-2')],
  ['a share of 100 %', (store) => setRollout(store, 'blog', { version: 'version-2', share: 100 })],
])('%s completes a rollout', async (_, complete) => {
  const { store } = await storeWithRollout();
  await complete(store);
  const pointer = await store.read(pointerOf('blog'));
  expect(pointer).toMatchObject({ version: 'version-2', previous: [{ version: 'version-1' }] });
  expect(pointer).not.toHaveProperty('candidate');
});

test('a roll-back ends the rollout, and the next one goes back from what is live', async () => {
  const { store } = await storeWithRollout();
  await promote(store, 'blog', 'version-2');
  await setRollout(store, 'blog', { version: 'version-3', share: 10 });
  expect(await rollback(store, 'blog')).toMatchObject({ version: 'version-2' });
  expect(await store.read(pointerOf('blog'))).not.toHaveProperty('candidate');
  expect(await rollback(store, 'blog')).toMatchObject({ version: 'version-1' });
});

test('renewing the live version’s signature doesn’t change the rollout', async () => {
  const { store, candidate } = await storeWithRollout();
  expect((await promote(store, 'blog', 'version-1')).candidate).toEqual(candidate);
});

test.each([
  ['nothing is live to compare it with', 'contact', 'version-1'],
  ['it is live', 'blog', 'version-1'],
  ['it is a shell', 'shell', 'version-2'],
])('no rollout begins when %s', async (_, app, version) => {
  const store = await newStore();
  for (const name of ['shell', 'blog', 'contact'])
    for (const each of ['version-1', 'version-2']) await publishApp(store, { name, version: each });
  for (const name of ['shell', 'blog']) await promote(store, name, 'version-1');
  await expect(setRollout(store, app, { version, share: 10 })).rejects.toMatchObject({ code: 'RELEASE-ROLLOUT' });
});

test('no rollout begins of a version that is not in the store', async () => {
  const { store, candidate } = await storeWithRollout();
  await expect(setRollout(store, 'blog', { version: 'version-9', share: 10 })).rejects.toMatchObject({
    code: 'RELEASE-UNKNOWN',
  });
  expect((await store.read(pointerOf('blog')))?.candidate).toEqual(candidate);
});

test('of two people who change the same rollout, one is refused', async () => {
  const { store, candidate } = await storeWithRollout();
  const change = { version: 'version-2', share: 50, after: candidate };
  const outcomes = await Promise.allSettled([
    setRollout(store, 'blog', change),
    setRollout(store, 'blog', change),
    endRollout(store, 'blog', candidate, {}),
  ]);
  expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  for (const outcome of outcomes)
    if (outcome.status === 'rejected') expect(outcome.reason).toMatchObject({ code: 'RELEASE-BUSY' });
});

test('the version stays in the store during its rollout', async () => {
  const { store } = await storeWithRollout();
  expect(await prune(store, { last: 0, age: -1 })).toEqual(['blog@version-3']);
});

test.each([
  ['a share of 0', { share: 0 }],
  ['a share of 100', { share: 100 }],
  ['half a visitor', { share: 0.5 }],
  ['a share in words', { share: '10' }],
  ['a version that is a path', { version: '../../etc' }],
  ['an empty salt', { salt: '' }],
  ['a salt of a megabyte', { salt: 'x'.repeat(1_000_000) }],
  ['an invalid time', { since: 'today' }],
])('a pointer with %s is refused', (_, change) => {
  const candidate = { version: 'version-2', share: 10, since: '2030-01-01T00:00:00Z', salt: 'a'.repeat(22), ...change };
  const pointer = { version: 'version-1', since: '2030-01-01T00:00:00Z', previous: [] };
  expect(() => parsePointer({ ...pointer, candidate })).toThrow();
});

test('anyone who can write to the store cannot put a version in front of visitors: the share is signed', async () => {
  const signed = await SignedStore.create();
  const options = { signing: signed.signing('blog'), trust: signed.trust() };
  await publishApp(signed.store, { version: 'version-2' }, { key: signed.key('blog'), trust: options.trust });
  const pointer = await setRollout(signed.store, 'blog', { version: 'version-2', share: 10 }, options);
  expect(() => options.trust.assertSigned(pointerOf('blog'), pointer)).not.toThrow();
  const widened = { ...pointer, candidate: { ...(pointer.candidate as PointerCandidate), share: 99 } };
  expect(() => options.trust.assertSigned(pointerOf('blog'), widened)).toThrow(/RELEASE-SIGNATURE/);
  await expect(setRollout(signed.store, 'blog', { version: 'version-2', share: 50 })).rejects.toMatchObject({
    code: 'RELEASE-UNSIGNED',
  });
});

/** Reports of two servers: one has seen the version do well, the other is given. */
const reported = (other: Partial<VersionCounts>, takenBack?: string) => ({
  of: async (_app: string, { version, salt, since }: PointerCandidate) => [
    { version, salt, since, candidate: { ...noCounts, views: 60 }, live: { ...noCounts, views: 540 } },
    { version, salt, since, takenBack, candidate: { ...noCounts, ...other }, live: { ...noCounts, views: 460 } },
  ],
});

test('what all servers have seen is added up', async () => {
  const { candidate } = await storeWithRollout();
  expect(await listedRollout('blog', candidate, reported({ views: 52, threw: 1 }, 'it threw'))).toMatchObject({
    version: 'version-2',
    share: 10,
    servers: 2,
    takenBackBy: 1,
    candidate: { views: 112, threw: 1 },
    live: { views: 1_000 },
    problem: 'it threw',
  });
});

const seen = (change: Partial<ListedRollout>): ListedRollout => ({
  version: 'version-2',
  share: 10,
  since: '2030-01-01T00:00:00Z',
  servers: 1,
  takenBackBy: 0,
  candidate: { ...noCounts, views: 100 },
  live: { ...noCounts, views: 900 },
  ...change,
});
const tenMinutesLater = Date.parse('2030-01-01T00:10:00Z');

test.each([
  ['goes on to half of the visitors', {}, tenMinutesLater, { share: 50 }],
  ['goes on to all of them', { share: 50 }, tenMinutesLater, { share: 100 }],
  ['goes on from a share of its own', { share: 30 }, tenMinutesLater, { share: 50 }],
  ['waits for its time', {}, tenMinutesLater - 1, undefined],
  ['waits for its views', { candidate: { ...noCounts, views: defaultPlan.views - 1 } }, tenMinutesLater, undefined],
  ['goes back at once', { problem: 'It threw.' }, tenMinutesLater - 1, { back: 'It threw.' }],
])('a version %s', (_, change, now, next) => {
  expect(nextChange(seen(change), defaultPlan, now)).toEqual(next);
});

const watched = {
  app: 'blog',
  version: 'version-2',
  plan: { shares: [10, 50, 100], time: 0, views: 100 },
  interval: 1,
  onChange: async () => {},
};

test('a watched version that does well goes on share by share until it is live', async () => {
  const { store } = await storeWithRollout();
  const shares = rstest.fn();
  const onProgress = ({ share }: ListedRollout) => shares(share);
  const pointer = await watchRollout({ ...watched, store, rollouts: reported({ views: 50 }), onProgress });
  expect(pointer).toMatchObject({ version: 'version-2' });
  expect(shares.mock.calls.flat()).toEqual([10, 50]);
});

test('a watched version that one server has rolled back is rolled back on all, and the command says why', async () => {
  const { store } = await storeWithRollout();
  const rollouts = reported({ views: 1 }, 'it threw');
  await expect(watchRollout({ ...watched, store, rollouts, onProgress: () => {} })).rejects.toMatchObject({
    code: 'RELEASE-TAKEN-BACK',
    message: expect.stringContaining('it threw'),
  });
  const pointer = await store.read(pointerOf('blog'));
  expect(pointer).toMatchObject({ version: 'version-1' });
  expect(pointer).not.toHaveProperty('candidate');
});

test('a manual decision wins: a version that was completed by hand is not rolled back', async () => {
  const { store } = await storeWithRollout();
  const rollouts = {
    of: async (app: string, rollout: PointerCandidate) => {
      await promote(store, 'blog', 'version-2');
      return await reported({}, 'it threw').of(app, rollout);
    },
  };
  await expect(watchRollout({ ...watched, store, rollouts, onProgress: () => {} })).rejects.toMatchObject({
    code: 'RELEASE-BUSY',
  });
  expect(await store.read(pointerOf('blog'))).toMatchObject({ version: 'version-2' });
});

test('a watched version stays at its share while the site is frozen, says so, and goes on afterwards', async () => {
  const { store } = await storeWithRollout();
  await setPolicy(store, frozenPolicy(openPolicy, 'Black Friday'));
  const doubts: (string | undefined)[] = [];
  const onProgress = async ({ share, doubt }: ListedRollout) => {
    doubts.push(`${share} ${doubt}`);
    if (doubts.length === 3) await setPolicy(store, openPolicy);
  };
  const pointer = await watchRollout({ ...watched, store, rollouts: reported({ views: 50 }), onProgress });
  const waits = expect.stringMatching(/^10 nothing new goes live since .* \(“Black Friday”\)$/);
  expect(doubts).toEqual(expect.arrayContaining([waits, waits, waits, '10 undefined', '50 undefined']));
  expect(pointer).toMatchObject({ version: 'version-2' });
});

test('a watched version that does worse is taken back although the site is frozen', async () => {
  const { store } = await storeWithRollout();
  await setPolicy(store, frozenPolicy(openPolicy, ''));
  const rollouts = reported({ views: 1 }, 'it threw');
  await expect(watchRollout({ ...watched, store, rollouts, onProgress: () => {} })).rejects.toMatchObject({
    code: 'RELEASE-TAKEN-BACK',
  });
  expect(await store.read(pointerOf('blog'))).not.toHaveProperty('candidate');
});

test.each([10, 50, 100])('no rollout begins or goes on to %d %% of visitors on a frozen site', async (share) => {
  const { store, candidate } = await storeWithRollout();
  await setPolicy(store, frozenPolicy(openPolicy, ''));
  const larger = setRollout(store, 'blog', { version: 'version-2', share: share + (share < 100 ? 1 : 0) });
  await expect(larger).rejects.toMatchObject({ code: 'RELEASE-FROZEN' });
  expect((await store.read(pointerOf('blog')))?.candidate).toEqual(candidate);
  await rollback(store, 'blog');
  const next = setRollout(store, 'blog', { version: 'version-3', share });
  await expect(next).rejects.toMatchObject({ code: 'RELEASE-FROZEN' });
});
