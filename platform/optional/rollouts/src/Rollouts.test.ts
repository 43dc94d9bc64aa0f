import { afterEach, expect, rstest, test } from '@rstest/core';
import { plainSet, type Release, type ReleaseSet } from '@site/releases/Release.ts';
import type { DeclaredPage } from '@site/shared/contract/release.ts';
import { openPolicy } from '@site/shared/routes/policy.ts';
import { buildApp, newFolder } from '@site/testkit/releases/fixtures.ts';
import { RolloutLog, readReport } from './RolloutLog.ts';
import { Rollouts } from './Rollouts.ts';

const opened: Rollouts[] = [];

afterEach(() => {
  for (const rollouts of opened.splice(0)) rollouts.close();
});

const first = { share: 10, since: '2030-01-01T00:00:00Z', salt: 'salt-of-the-first' };
const addresses = Array.from({ length: 1_000 }, (_, index) => `198.51.${index >> 8}.${index & 255}`);

const words = { title: 'Archive' };
const paths = { en: 'blog/archive', fr: 'blog/archives', es: 'blog/archivo' };
const proposed: DeclaredPage = {
  name: 'archive',
  module: './archive',
  paths,
  words: { en: words, fr: words, es: words },
};

async function release(version: string, pages: readonly DeclaredPage[] = []): Promise<Release> {
  const folder = await newFolder();
  return { manifest: { ...(await buildApp(folder, { version })), pages }, folder };
}

async function rollingOut() {
  const [live, candidate] = [await release('version-1'), await release('version-2', [proposed])];
  let rollout: typeof first | undefined = first;
  const set = plainSet(live, new Map([['blog', [live]]]), openPolicy);
  const current = (): ReleaseSet => ({
    ...set,
    candidates: new Map(rollout ? [['blog', { ...rollout, release: candidate }]] : []),
  });
  const folder = await newFolder();
  const log = { warn: rstest.fn(), error: rstest.fn() };
  const start = () => {
    const rollouts = new Rollouts({ current, secret: () => 'of the servers', reports: new RolloutLog(folder), log });
    opened.push(rollouts);
    return rollouts;
  };
  const reports = async (of = first) => await new RolloutLog(folder).of('blog', { version: 'version-2', ...of });
  const go = (to: typeof first | undefined) => {
    rollout = to;
  };
  return { live, candidate, rollouts: start(), start, reports, go, log };
}

/** Reports are written once a second. */
const patience = { timeout: 10_000 };

const getIt = (rollouts: Rollouts) => addresses.filter((address) => rollouts.candidatesFor(address).includes('blog'));
const threw = { kind: 'threw', message: 'It broke.' } as const;

test('the same tenth of visitors gets the version on every server, and keeps it when half of them do', async () => {
  const { rollouts, start, go } = await rollingOut();
  const tenth = getIt(rollouts);
  expect(tenth.length).toBeGreaterThan(60);
  expect(tenth.length).toBeLessThan(140);
  expect(getIt(start())).toEqual(tenth);
  go({ ...first, share: 50, since: '2030-01-01T00:10:00Z' });
  expect(getIt(rollouts)).toEqual(expect.arrayContaining(tenth));
});

test('only visitors who get the version see a page that it proposes', async () => {
  const { rollouts } = await rollingOut();
  const [chosen = ''] = getIt(rollouts);
  const other = addresses.find((address) => !getIt(rollouts).includes(address)) ?? '';
  expect(Object.keys(rollouts.shownTo(chosen).routes.pages)).toEqual(['archive']);
  expect(Object.keys(rollouts.shownTo(other).routes.pages)).toEqual([]);
});

test('visitors of one network get the same: an IPv6 address changes every day', async () => {
  const { rollouts } = await rollingOut();
  for (let network = 0; network < 50; network += 1) {
    const [one, other] = ['::1', ':abcd:ef01:2345:6789'].map((host) => `2001:db8:0:${network}${host}`);
    expect(rollouts.candidatesFor(one ?? '')).toEqual(rollouts.candidatesFor(other ?? ''));
  }
});

test('a page that throws where the live version renders takes the version back, at once and at every share', async () => {
  const { rollouts, candidate, reports, go, log } = await rollingOut();
  rollouts.renderFailed(candidate, threw);
  expect(getIt(rollouts)).toEqual([]);
  expect(rollouts.shares()).toEqual(new Map([['blog', 0]]));
  expect(log.error).toHaveBeenCalledWith(
    expect.anything(),
    expect.stringMatching(/^SITE-ROLLOUT blog@version-2 .* It broke/),
  );
  await expect
    .poll(reports)
    .toMatchObject([{ takenBack: expect.stringContaining('It broke'), candidate: { threw: 1 } }]);
  go({ ...first, share: 50, since: '2030-01-01T00:10:00Z' });
  expect(getIt(rollouts)).toEqual([]);
  go({ ...first, salt: 'salt-of-the-second' });
  expect(getIt(rollouts).length).toBeGreaterThan(60);
});

test('neither failures of the live version nor reports from browsers take a version back', async () => {
  const { rollouts, live, candidate, reports } = await rollingOut();
  rollouts.renderFailed(live, threw);
  for (const address of addresses.slice(0, 100)) rollouts.browserFailed(candidate, address);
  expect(getIt(rollouts).length).toBeGreaterThan(60);
  await expect.poll(reports, patience).toMatchObject([{ candidate: { browserFailures: 100 }, live: { threw: 1 } }]);
});

test('each share has its own counts, and nothing remains after the rollout', async () => {
  const { candidate, rollouts, reports, go } = await rollingOut();
  for (let count = 0; count < 2; count += 1) {
    rollouts.viewed('blog', ['blog'], '198.51.0.1');
    rollouts.viewed('blog', [], '198.51.0.2');
  }
  rollouts.viewed('marketing', [], '198.51.0.1');
  for (const lcp of [100, 9_000]) rollouts.measured(candidate, { lcp, cls: 0 }, '198.51.0.1');
  rollouts.measured(candidate, { inp: 10 }, '198.51.0.1');
  await expect
    .poll(reports, patience)
    .toMatchObject([{ candidate: { views: 1, lcp: [1], inp: [1], cls: [1] }, live: { views: 1, lcp: [] } }]);
  const second = { ...first, share: 50, since: '2030-01-01T00:10:00Z' };
  go(second);
  rollouts.viewed('blog', [], '198.51.0.2');
  await expect.poll(() => reports(second), patience).toMatchObject([{ candidate: { views: 0 }, live: { views: 1 } }]);
  go(undefined);
  await expect.poll(() => reports(second), patience).toEqual([]);
});

test('reports of servers of earlier versions, which measure LCP alone, count', () => {
  const counts = { views: 3, threw: 0, late: 0, browserFailures: 1, lcp: [0, 2] };
  const report = JSON.stringify({ version: 'version-2', ...first, candidate: counts, live: counts });
  expect(readReport(report)).toMatchObject({ candidate: { ...counts, inp: [], cls: [] } });
});
