import { expect, rstest, test } from '@rstest/core';
import { type CandidateRelease, plainSet, type Release, type ReleaseSet } from '@site/releases/Release.ts';
import { listedRollout } from '@site/rollouts/judge.ts';
import { rolloutLimits } from '@site/rollouts/limits.ts';
import { RolloutLog } from '@site/rollouts/RolloutLog.ts';
import { bucketOf, Rollouts } from '@site/rollouts/Rollouts.ts';
import { defaultPlan, nextChange } from '@site/rollouts/watch.ts';
import { openPolicy } from '@site/shared/routes/policy.ts';
import { buildApp, newFolder } from '@site/testkit/releases/fixtures.ts';
import fc from 'fast-check';

async function release(version: string): Promise<Release> {
  const folder = await newFolder();
  return { manifest: await buildApp(folder, { version }), folder };
}

const start = Date.parse('2030-01-01T00:00:00Z');
const hour = 60 * 60_000;

const startClock = (now: number) => rstest.useFakeTimers({ now });

/** A server that has seen the live version for some time before half of the visitors get another one. */
async function server(timeBefore: number) {
  startClock(start - timeBefore);
  const [live, candidate] = [await release('version-1'), await release('version-2')];
  const rollout = { share: 50, since: new Date(start).toISOString(), salt: 'salt-of-the-releaser' };
  const candidates = new Map<string, CandidateRelease>();
  const set = plainSet(live, new Map([['blog', [live]]]), openPolicy);
  const current = (): ReleaseSet => ({ ...set, candidates });
  const folder = await newFolder();
  const log = { warn: rstest.fn(), error: rstest.fn() };
  const rollouts = new Rollouts({ current, secret: () => 'of the servers', reports: new RolloutLog(folder), log });
  rstest.advanceTimersByTime(timeBefore);
  rstest.setSystemTime(start);
  candidates.set('blog', { ...rollout, release: candidate });
  /** What the watching command decides when the share's time has passed. */
  const decide = async () => {
    rstest.setSystemTime(start + defaultPlan.time);
    rstest.advanceTimersByTime(rolloutLimits.report);
    rstest.useRealTimers();
    const rolloutLog = new RolloutLog(folder);
    const reported = { version: 'version-2', ...rollout };
    await expect.poll(async () => (await rolloutLog.of('blog', reported)).length).toBe(1);
    rollouts.close();
    const seen = await listedRollout('blog', reported, rolloutLog);
    return { seen, next: nextChange(seen, defaultPlan, start + defaultPlan.time) };
  };
  const view = (count: number) => {
    for (const address of networks(count)) {
      rollouts.viewed('blog', ['blog'], address);
      rollouts.viewed('blog', [], address);
    }
  };
  return { rollouts, live, candidate, view, decide };
}

const networks = (count: number) => Array.from({ length: count }, (_, index) => `203.0.${index >> 8}.${index & 255}`);

test('invented failures of the live version don’t make a broken one advance: it waits for its team', async () => {
  const { rollouts, live, candidate, view, decide } = await server(2 * hour);
  view(200);
  for (const address of networks(60)) rollouts.browserFailed(candidate, address);
  for (const address of networks(60)) rollouts.browserFailed(live, address);
  const { seen, next } = await decide();
  expect(next).toBeUndefined();
  expect(seen.doubt).toMatch(/more than before/);
});

test('a server that doesn’t know the usual failures doesn’t advance because of reports either', async () => {
  const { rollouts, live, candidate, view, decide } = await server(1_000);
  view(200);
  for (const address of networks(60)) {
    rollouts.browserFailed(candidate, address);
    rollouts.browserFailed(live, address);
  }
  expect((await decide()).next).toBeUndefined();
});

test('sixty reports of one network count as one, on either side', async () => {
  const { rollouts, live, candidate, view, decide } = await server(2 * hour);
  view(200);
  for (let count = 0; count < 60; count += 1) {
    rollouts.browserFailed(candidate, '203.0.113.1');
    rollouts.browserFailed(live, `2001:db8:0:1::${count}`);
    rollouts.measured(candidate, { lcp: 60_000 }, '203.0.113.1');
  }
  const { seen, next } = await decide();
  expect(seen).toMatchObject({ candidate: { browserFailures: 1 }, live: { browserFailures: 1 } });
  expect(seen.candidate.lcp.reduce((sum, visits) => sum + visits, 0)).toBe(1);
  expect(next).toEqual({ share: 100 });
});

test('1,200 page views of one network don’t hide the failures of a broken version', async () => {
  const { rollouts, candidate, view, decide } = await server(2 * hour);
  view(89);
  for (const address of networks(14)) rollouts.browserFailed(candidate, address);
  for (let count = 0; count < 1_200; count += 1) rollouts.viewed('blog', ['blog'], `2001:db8:0:${count}::1`);
  const { seen, next } = await decide();
  expect(seen.candidate.views).toBe(90);
  expect(next).toEqual({ back: expect.stringContaining('14 failures of 90 views, and 0 of 89') });
});

test('neither do views of one network move a rollout on', async () => {
  const { rollouts, decide } = await server(2 * hour);
  for (let count = 0; count < 1_200; count += 1) rollouts.viewed('blog', ['blog'], '203.0.113.1');
  expect((await decide()).next).toBeUndefined();
});

test('a whole /48 of IPv6 networks can’t roll a good version back', async () => {
  const { rollouts, candidate, view, decide } = await server(2 * hour);
  view(89);
  for (let network = 0; network < 65_536; network += 64)
    rollouts.browserFailed(candidate, `2001:db8:7:${network.toString(16)}::1`);
  const { seen, next } = await decide();
  expect(seen.candidate.browserFailures).toBe(4);
  expect(next).toEqual({ share: 100 });
});

test('a small site’s rollout goes on: 25 visitors are enough', async () => {
  const { view, decide } = await server(2 * hour);
  view(25);
  expect((await decide()).next).toEqual({ share: 100 });
});

test('trying out salts doesn’t let a releaser choose who gets a version, because servers have a secret', () => {
  const victim = '203.0.113.7';
  const salts = Array.from({ length: 2_000 }, (_, index) => `salt-of-the-releaser-${index}`);
  const chosen = salts.filter((salt) => bucketOf('a guess', salt, victim) < 5);
  expect(chosen.length).toBeGreaterThan(50);
  const hit = chosen.filter((salt) => bucketOf('of the servers', salt, victim) < 5);
  expect(hit.length, 'no more than by chance').toBeLessThan(chosen.length / 4);
});

test('whatever an address or a pointer says, a visitor is in one of a hundred buckets', () => {
  const inBucket = fc.property(
    fc.string(),
    fc.string(),
    fc.oneof(fc.ipV4(), fc.ipV6(), fc.string()),
    (secret, salt, address) => {
      const bucket = bucketOf(secret, salt, address);
      return Number.isInteger(bucket) && bucket >= 0 && bucket < 100;
    },
  );
  fc.assert(inBucket, { seed: 10, numRuns: 500 });
});
