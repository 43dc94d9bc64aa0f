import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, expect, test } from '@rstest/core';
import type { PointerCandidate } from '@site/shared/contract/release.ts';
import type { RoutePolicy } from '@site/shared/routes/policy.ts';
import { type AppOverrides, buildApp, declaredPage, newFolder } from '@site/testkit/releases/fixtures.ts';
import { policyFor } from '@site/testkit/releases/policyFor.ts';
import { withCandidates } from '../candidates.ts';
import { releaseId } from '../Release.ts';
import { FolderStore } from '../store/FolderStore.ts';
import { writeAtomically } from '../store/files.ts';
import { ReleaseFollower } from './ReleaseFollower.ts';

const limits = { poll: { folder: 30, http: 30, s3: 30 }, retry: 50, earlierVersions: 2 };
const candidate = { version: 'version-2', share: 10, since: '2030-01-02T00:00:00Z', salt: 'salt-of-this-rollout' };
const opened: ReleaseFollower[] = [];

afterEach(() => {
  for (const releases of opened.splice(0)) releases.close();
});

const point = (store: string, app: string, rollout?: PointerCandidate) =>
  writeAtomically(
    join(store, app, 'current.json'),
    JSON.stringify({ version: 'version-1', since: '2030-01-01T00:00:00Z', previous: [], candidate: rollout }),
  );

/** A server that follows a store with a shell and two versions of the blog. */
async function follow(second: AppOverrides = {}, policy: RoutePolicy = policyFor('blog')) {
  const store = await newFolder();
  const add = (name: string, version: string, facts: AppOverrides = {}) =>
    buildApp(join(store, name, version), { name, version, ...facts });
  await add('shell', 'version-1', { publicPath: '/assets/shell/' });
  await add('blog', 'version-1');
  await add('blog', 'version-2', second);
  for (const app of ['shell', 'blog']) await point(store, app);
  const releases = await ReleaseFollower.open({
    store: new FolderStore(store),
    copies: await newFolder(),
    reports: await newFolder(),
    policy,
    origins: [],
    limits,
    log: { info: () => {}, warn: () => {}, error: () => {} },
    onUnusable: () => {},
  });
  opened.push(releases);
  const shown = (names: readonly string[] = []) =>
    (withCandidates(releases.current(), names).remotes.get('blog') ?? []).map(releaseId);
  return { store, releases, shown };
}

test('chosen visitors see the new version, or the live one if it fails; the others never see it', async () => {
  const { store, releases, shown } = await follow();
  await point(store, 'blog', candidate);
  await expect.poll(() => releases.current().candidates.get('blog')).toMatchObject({ share: 10, salt: candidate.salt });
  expect(shown()).toEqual(['blog@version-1']);
  expect(shown(['blog'])).toEqual(['blog@version-2', 'blog@version-1']);
  expect(shown(['contact'])).toEqual(['blog@version-1']);
  expect(await releases.asset('/assets/blog/version-2/remote.js')).toMatchObject({ file: 'remote.js' });
});

test('open tabs with the new version still get its files after it was rolled back', async () => {
  const { store, releases } = await follow();
  expect(await releases.asset('/assets/blog/version-2/remote.js'), 'before').toBeUndefined();
  await point(store, 'blog', candidate);
  await expect.poll(() => releases.current().candidates.size).toBe(1);
  await point(store, 'blog');
  await expect.poll(() => releases.current().candidates.size).toBe(0);
  expect(await releases.asset('/assets/blog/version-2/remote.js')).toMatchObject({ file: 'remote.js' });
});

test('pages are rendered again when a rollout begins, and when it ends', async () => {
  const { store, releases } = await follow();
  const before = releases.current().signature;
  await point(store, 'blog', candidate);
  await expect.poll(() => releases.current().signature).not.toBe(before);
  await point(store, 'blog');
  await expect.poll(() => releases.current().signature).toBe(before);
});

test('a version that was live before can come back in a rollout', async () => {
  const { store, releases, shown } = await follow();
  const pointer = { version: 'version-1', since: '2030-01-01T00:00:00Z', candidate };
  const previous = [{ version: 'version-2', since: '2029-01-01T00:00:00Z', isGivenUp: true }];
  await writeAtomically(join(store, 'blog/current.json'), JSON.stringify({ ...pointer, previous }));
  await expect.poll(() => releases.current().candidates.size).toBe(1);
  expect(shown(['blog'])).toEqual(['blog@version-2', 'blog@version-1']);
});

test.each<[string, AppOverrides, (store: string) => Promise<unknown>]>([
  ['a version that does not fit the shell', { contract: 9 }, async () => {}],
  ['a version that was damaged', {}, (store) => rm(join(store, 'blog/version-2/web/remote.js'))],
])('%s is shown to nobody, and what is live stays', async (_, second, spoil) => {
  const { store, releases, shown } = await follow(second);
  await spoil(store);
  // Shown at the same moment at which the candidate would be.
  await buildApp(join(store, 'blog/version-3'), { version: 'version-3' });
  const pointer = { version: 'version-3', since: '2030-01-01T00:00:00Z', previous: [], candidate };
  await writeAtomically(join(store, 'blog/current.json'), JSON.stringify(pointer));
  await expect.poll(() => shown()).toEqual(['blog@version-3']);
  expect(releases.current().candidates.size).toBe(0);
  expect(shown(['blog'])).toEqual(['blog@version-3']);
});

test('nobody gets a new version that asks for more than the owner has agreed to', async () => {
  const policy = { ...policyFor('blog'), agreed: { blog: { addresses: [] } } };
  const { store, releases, shown } = await follow({ pages: [declaredPage({ name: 'blog', path: 'blog' })] }, policy);
  await point(store, 'blog', candidate);
  await expect.poll(async () => await releases.asset('/assets/blog/version-2/remote.js')).toBeDefined();
  expect(releases.current().candidates.size).toBe(0);
  expect(shown(['blog'])).toEqual(['blog@version-1']);
});
