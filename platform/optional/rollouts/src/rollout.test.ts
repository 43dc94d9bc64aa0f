import { expect, test } from '@rstest/core';
import { noCounts, sumOf, type VersionCounts, withVital } from './counts.ts';
import { p75, type Vital, vitalScales } from './histogram.ts';
import { judge, judgeBurst } from './judge.ts';
import { bucketOf } from './Rollouts.ts';

const networks = Array.from(
  { length: 20_000 },
  (_, index) => `198.${index >> 16}.${(index >> 8) & 255}.${index & 255}`,
);

test.each([1, 10, 50, 99])('%d %% of the networks are in the first buckets', (share) => {
  const chosen = networks.filter((network) => bucketOf('a secret', 'a salt of this rollout', network) < share);
  expect((chosen.length / networks.length) * 100).toBeCloseTo(share, -0.4);
});

test('a visitor stays in the same bucket, and is in another one in the next rollout', () => {
  const bucketsOf = (salt: string, secret = 'of the servers') =>
    networks.slice(0, 500).map((network) => bucketOf(secret, salt, network));
  const first = bucketsOf('one');
  expect(bucketsOf('one')).toEqual(first);
  for (const other of [bucketsOf('other'), bucketsOf('one', 'of another site')])
    expect(other.filter((bucket, index) => bucket !== first[index]).length).toBeGreaterThan(450);
});

const counts = (views: number, browserFailures = 0) => ({ ...noCounts, views, browserFailures });

/** Visits with a 75th percentile, in milliseconds. */
const timed = (visits: number, lcp: number): VersionCounts =>
  Array.from({ length: visits }, (_, visit) => lcp * (visit % 4 < 2 ? 0.5 : visit % 4 === 2 ? 1 : 3)).reduce(
    (sum, value) => withVital(sum, 'lcp', value),
    counts(visits),
  );

test.each<[Vital, number]>([
  ['lcp', 100],
  ['lcp', 800],
  ['lcp', 59_000],
  ['inp', 16],
  ['inp', 59_000],
  ['cls', 0.001],
  ['cls', 0.1],
  ['cls', 90],
])('the counts of %s tell a 75th percentile of %d within 5 %%', (vital, value) => {
  const measured = (visits: number) =>
    Array.from({ length: visits }, (_, visit) => value * ([0.5, 0.5, 1, 1][visit % 4] ?? 1)).reduce(
      (sum, one) => withVital(sum, vital, one),
      noCounts,
    );
  const seen = p75(sumOf([measured(40), measured(400)])[vital], vitalScales[vital]) ?? 0;
  expect(seen / value).toBeGreaterThan(0.95);
  expect(seen / value).toBeLessThan(1.05);
});

test.each([
  ['has no views yet', noCounts, noCounts],
  ['has a single view, which failed', counts(1, 1), counts(10)],
  ['has four failures, however few views it has', counts(4, 4), counts(1_000)],
  ['fails as often as the live one', counts(300, 30), counts(2_700, 270)],
  ['fails a little more often', counts(300, 12), counts(2_700, 81)],
  ['fails less often', counts(300, 0), counts(2_700, 81)],
  ['fails always, as the live one does', counts(50, 50), counts(450, 450)],
  ['is a little slower', timed(400, 1_100), timed(3_600, 1_000)],
  ['is slower for the few visits that were measured', timed(199, 3_000), timed(3_600, 1_000)],
  ['is faster', timed(400, 500), timed(3_600, 1_000)],
  ['took too long twice', { ...counts(300), late: 2 }, counts(2_700)],
])('a version may go on if it %s', (_, candidate, live) => {
  expect(judge({ candidate, live, usual: undefined })).toBeUndefined();
});

test.each([
  ['threw where the live one rendered', { ...counts(1), threw: 1 }, counts(9), /1 of its pages threw/],
  ['took too long three times', { ...counts(300), late: 3 }, counts(2_700), /took too long/],
  ['fails in browsers where the live one doesn’t', counts(50, 5), counts(450), /5 failures of 50 views, and 0 of 450/],
  ['fails clearly more often', counts(300, 30), counts(2_700, 81), /30 failures/],
  ['is clearly slower', timed(200, 1_300), timed(1_800, 1_000), /within 1\.3 s .* within 1\.0 s/],
  ['reports more failures than it has views', counts(10, 40), counts(90), /40 failures/],
])('a version goes back if it %s', (_, candidate, live, reason) => {
  expect(judge({ candidate, live, usual: undefined })).toMatch(reason);
});

test.each([
  ['as usual', 270, 0.5, 'goes on'],
  ['as usual, and nobody knows what is usual', 270, undefined, 'waits'],
  ['more than ever', 270, 1 / 270, 'waits'],
  ['less than usual', 200, 1, 'goes on'],
])('a version fails as the live one does, which fails %s', (_, failures, usual, outcome) => {
  const seen = {
    candidate: counts(300, failures / 9),
    live: counts(2_700, failures),
    usual: usual === undefined ? undefined : usual * failures,
  };
  expect(judge(seen)).toBeUndefined();
  expect(judgeBurst(seen) === undefined ? 'goes on' : 'waits').toBe(outcome);
});
