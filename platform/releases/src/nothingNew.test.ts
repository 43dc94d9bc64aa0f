import { expect, test } from '@rstest/core';
import type { Pointer } from '@site/shared/contract/release.ts';
import { bringsNothingNew } from './nothingNew.ts';
import { pointBackTo, pointTo } from './pointer.ts';

const since = '2030-01-01T00:00:00Z';
const entry = (version: string) => ({ version, since });
const candidate = { version: 'version-4', share: 10, since, salt: 'a'.repeat(22) };
const live: Pointer = { ...entry('version-3'), previous: [entry('version-2'), entry('version-1')] };
const withRollout: Pointer = { ...live, candidate };
const withShare = (share: number): Pointer => ({ ...live, candidate: { ...candidate, share } });

test.each<[string, Pointer, Pointer]>([
  ['the same again', live, live],
  ['the version before', pointBackTo('version-2', live), live],
  ['an older one', pointBackTo('version-1', live), live],
  ['the one before that', pointBackTo('version-1', pointBackTo('version-2', live)), pointBackTo('version-2', live)],
  [
    'one that was given up by mistake',
    pointBackTo('version-3', pointBackTo('version-2', live)),
    pointBackTo('version-2', live),
  ],
  ['a history without what was removed', { ...live, previous: [entry('version-1')] }, live],
  ['the end of a rollout', live, withRollout],
  ['a rollout signed again', withRollout, withRollout],
  ['a smaller share', withShare(5), withRollout],
])('%s brings nothing new', (_, next, current) => {
  expect(bringsNothingNew(next, current)).toBe(true);
});

test.each<[string, Pointer, Pointer | undefined]>([
  ['the first version', pointTo('version-1', undefined), undefined],
  ['a new version', pointTo('version-4', live), live],
  ['an earlier version that is promoted, so that the newer one isn’t given up', pointTo('version-2', live), live],
  ['a way back to what was never live', pointBackTo('version-4', live), live],
  ['a rollout', withRollout, live],
  ['a larger share', withShare(50), withRollout],
  ['a rollout of another version', { ...live, candidate: { ...candidate, version: 'version-5' } }, withRollout],
  ['a rollout to other visitors', { ...live, candidate: { ...candidate, salt: 'b'.repeat(22) } }, withRollout],
  ['a rollout that becomes the live version', pointTo('version-4', withRollout), withRollout],
  ['a history that has a version more, to go back to later', { ...live, previous: [entry('version-4')] }, live],
])('%s is new', (_, next, current) => {
  expect(bringsNothingNew(next, current)).toBe(false);
});
