import { cp, mkdir, readdir, rename, rm, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from '@rstest/core';
import { FaultLog } from '@site/releases/FaultLog.ts';
import { LivePolicy } from '@site/releases/follow/LivePolicy.ts';
import { SeenSerials } from '@site/releases/follow/SeenSerials.ts';
import { list } from '@site/releases/operations/list.ts';
import type { Pointer } from '@site/shared/contract/release.ts';
import { openPolicy } from '@site/shared/routes/policy.ts';
import { newFolder } from '@site/testkit/releases/fixtures.ts';
import { policyFor } from '@site/testkit/releases/policyFor.ts';
import { SignedStore } from '@site/testkit/releases/signedStore.ts';

/** The attacker can write to the whole store, and has no key. */

/** Servers read the store several times a second, but a busy machine may be slow. */
const patiently = { timeout: 15_000 };

/**
 * A store with the blog and events (which no policy names): version-1 has a known hole, and version-2 is live. Also returns
 * the pointers of version-1.
 */
async function storeWithOldVersions() {
  const signed = await SignedStore.create();
  await signed.addKey('events', 'events');
  await signed.release({ name: 'events' });
  const old = {
    blog: await signed.read<Pointer>('blog/current.json'),
    events: await signed.read<Pointer>('events/current.json'),
  };
  await signed.release({ name: 'blog', version: 'version-2' });
  await signed.release({ name: 'events', version: 'version-2' });
  return { signed, old };
}

const withoutBlog = { ...policyFor('marketing'), claims: { marketing: ['marketing'], blog: [] } };

test('a remote that the policy removes and restores can’t come back in an older version', async () => {
  const { signed, old } = await storeWithOldVersions();
  const data = await newFolder();
  const { releases, live } = await signed.follow(data);
  expect(live()).toBe('version-2');
  await signed.setPolicy(withoutBlog);
  await expect.poll(live, patiently).toBeUndefined();
  await signed.write('blog/current.json', old.blog);
  await signed.setPolicy(policyFor('marketing', 'blog'));
  await expect.poll(() => releases.current().refused.get('blog'), patiently).toBe('RELEASE-REPLAYED');
  expect(live()).toBe('version-2');
});

test('nor if a server restarts while the remote is off', async () => {
  const { signed, old } = await storeWithOldVersions();
  const data = await newFolder();
  (await signed.follow(data)).releases.close();
  await signed.setPolicy(withoutBlog);
  (await signed.follow(data)).releases.close();
  await signed.write('blog/current.json', old.blog);
  await signed.setPolicy(policyFor('marketing', 'blog'));
  const { releases, live } = await signed.follow(data);
  expect(releases.current().refused.get('blog')).toBe('RELEASE-REPLAYED');
  expect(live()).toBe('version-2');
});

test('a folder that is moved away during a restart removes no page, and can’t come back in an older version', async () => {
  const { signed, old } = await storeWithOldVersions();
  const data = await newFolder();
  const folder = join(signed.store.location, 'events');
  const aside = join(await newFolder(), 'events');
  (await signed.follow(data)).releases.close();
  await rename(folder, aside);
  const without = await signed.follow(data);
  expect(without.live('events')).toBe('version-2');
  expect(without.errors().join()).toContain('There is no events/current.json');
  without.releases.close();
  await rename(aside, folder);
  await signed.write('events/current.json', old.events);
  const { releases, live } = await signed.follow(data);
  expect(releases.current().refused.get('events')).toBe('RELEASE-REPLAYED');
  expect(live('events')).toBe('version-2');
});

test('a pointer is remembered even if its version never arrives', async () => {
  const { signed, old } = await storeWithOldVersions();
  const data = await newFolder();
  const first = await signed.follow(data);
  await signed.release({ name: 'blog', version: 'version-3' });
  await expect.poll(first.live, patiently).toBe('version-3');
  await rm(join(signed.store.location, 'blog', 'version-3'), { recursive: true });
  first.releases.close();
  await rm(join(data, 'blog', 'version-3'), { recursive: true });
  await signed.write('blog/current.json', old.blog);
  const { releases } = await signed.follow(data);
  expect(releases.current().refused.get('blog')).toBe('RELEASE-REPLAYED');
});

test('a damaged record of one app is logged, and doesn’t affect other apps', async () => {
  const { signed, old } = await storeWithOldVersions();
  const data = await newFolder();
  (await signed.follow(data)).releases.close();
  for (const memory of ['pointers', 'serials']) await writeFile(join(data, memory, 'blog.json'), '{"version": "vers');
  await signed.write('blog/current.json', old.blog);
  await signed.write('events/current.json', old.events);
  const { releases, errors } = await signed.follow(data);
  for (const memory of ['pointers', 'serials'])
    expect(errors()).toContainEqual(expect.stringMatching(new RegExp(`^SITE-MEMORY .*${memory}/blog\\.json`)));
  expect([...releases.current().refused]).toEqual([['events', 'RELEASE-REPLAYED']]);
});

test('a damaged record of what was live doesn’t allow an old version back: serials are stored separately', async () => {
  const { signed, old } = await storeWithOldVersions();
  const data = await newFolder();
  (await signed.follow(data)).releases.close();
  await writeFile(join(data, 'pointers', 'blog.json'), '{"version": "vers');
  await signed.write('blog/current.json', old.blog);
  const { releases } = await signed.follow(data);
  expect(releases.current().refused.get('blog')).toBe('RELEASE-REPLAYED');
});

test.each([
  ['copied', 'RELEASE-RENAMED', (from: string, to: string) => cp(from, to, { recursive: true })],
  ['moved', 'RELEASE-RENAMED', rename],
  // Links are not followed.
  ['linked', 'RELEASE-FILE', symlink],
])('an old version that is %s under the name of the live one is refused: %s', async (_, code, put) => {
  const { signed } = await storeWithOldVersions();
  const { live, releases } = await signed.follow(await newFolder());
  const folderOf = (version: string) => join(signed.store.location, 'blog', version);
  await rm(folderOf('version-2'), { recursive: true });
  await put(folderOf('version-1'), folderOf('version-2'));
  const fresh = await signed.follow(await newFolder());
  await expect.poll(() => fresh.errors().join('\n'), patiently).toContain(code);
  expect(fresh.errors().join('\n')).toMatch(/blog[@/]version-2/);
  // Version-1 itself, as its team signed it, may still be shown.
  expect(['version-1', undefined]).toContain(fresh.live());
  // A server that knows the version has a copy of it.
  await signed.release({ name: 'marketing', version: 'version-2' });
  await expect.poll(() => live('marketing'), patiently).toBe('version-2');
  expect(live()).toBe('version-2');
  releases.close();
});

test('an old version under the name of a new one never goes live, even if its team promotes that name', async () => {
  const { signed } = await storeWithOldVersions();
  const { live, errors } = await signed.follow(await newFolder());
  await rename(join(signed.store.location, 'blog/version-1'), join(signed.store.location, 'blog/version-3'));
  await signed.putPointer('version-3', 'blog');
  await expect.poll(errors, patiently).toContainEqual(expect.stringContaining('RELEASE-RENAMED blog@version-3'));
  expect(live()).toBe('version-2');
});

test('folders without releases don’t remove a remote, even after a restart or on a new server', async () => {
  const { signed } = await storeWithOldVersions();
  const data = await newFolder();
  (await signed.follow(data)).releases.close();
  await signed.addJunkFolders(240);
  const { live, releases } = await signed.follow(data);
  expect([live('blog'), live('events')]).toEqual(['version-2', 'version-2']);
  expect(releases.current().gone).toEqual([]);
  expect((await signed.follow(await newFolder())).live('events')).toBe('version-2');
});

test('among thousands of folders a new remote still goes live, and existing ones follow their pointers', async () => {
  const { signed } = await storeWithOldVersions();
  const { live, releases } = await signed.follow(await newFolder());
  await signed.addJunkFolders(3_000);
  await signed.addKey('press', 'press');
  await signed.release({ name: 'press' });
  await signed.release({ name: 'blog', version: 'version-3' });
  await expect.poll(live, patiently).toBe('version-3');
  await expect.poll(() => live('press'), patiently).toBe('version-1');
  expect(releases.current().gone).toEqual([]);
});

test('of thousands of folders, each read checks a hundred, a start a thousand, and all get their turn', async () => {
  const { signed } = await storeWithOldVersions();
  await signed.addJunkFolders(2_500);
  const [folder, log] = [await newFolder(), { warn: () => {}, error: () => {} }];
  const policy = new LivePolicy({
    store: signed.store,
    defaultPolicy: openPolicy,
    folder,
    seen: new SeenSerials(folder, log),
    accepted: () => ['blog', 'marketing', 'events'],
    trust: undefined,
    log,
  });
  await policy.read();
  const looks = Array.from({ length: 16 }, () => policy.nextCandidates());
  expect(looks.map(({ length }) => length)).toEqual([1_000, ...Array.from({ length: 15 }, () => 100)]);
  expect(new Set(looks.flat()).size).toBe(2_500);
});

test('unsigned pointers don’t keep a remote off the site', async () => {
  const { signed } = await storeWithOldVersions();
  const forged = { version: 'version-1', since: '2030-01-01T00:00:00Z', previous: [] };
  for (let index = 0; index < 120; index += 1) {
    await mkdir(join(signed.store.location, `a-${index}`));
    await signed.write(`a-${index}/current.json`, forged);
  }
  const { live, releases } = await signed.follow(await newFolder());
  expect([live('blog'), live('events')]).toEqual(['version-2', 'version-2']);
  expect([...releases.current().remotes.keys()].sort()).toEqual(['blog', 'events', 'marketing']);
});

test('a server that knows a policy keeps it when the file is deleted, and says so', async () => {
  const { signed } = await storeWithOldVersions();
  const data = await newFolder();
  await signed.setPolicy({ ...openPolicy, others: 'none', claims: { blog: ['blog'] } });
  (await signed.follow(data)).releases.close();
  await rm(join(signed.store.location, 'policy.json'));
  const { live, errors } = await signed.follow(data);
  expect([live('blog'), live('events')]).toEqual(['version-2', undefined]);
  expect(errors()).toContainEqual(expect.stringContaining('There is no policy.json'));
});

test('an expired old policy can’t bring back what was switched off', async () => {
  const { signed } = await storeWithOldVersions();
  await signed.putPolicy({ ...openPolicy, others: 'own-name', claims: {} }, -1);
  const { live, errors } = await signed.follow(await newFolder());
  expect(errors()).toContainEqual(expect.stringContaining('RELEASE-EXPIRED policy.json'));
  expect(live('blog'), 'the server’s own policy').toBe('version-2');
  await expect(listedProblem(signed)).resolves.toMatch(/^RELEASE-EXPIRED policy\.json/);
  await signed.setPolicy(withoutBlog);
  await expect.poll(live, patiently).toBeUndefined();
  await expect(listedProblem(signed)).resolves.toBeUndefined();
});

test('a policy that expires while in force stays in force, and can be set again', async () => {
  const { signed } = await storeWithOldVersions();
  const data = await newFolder();
  await signed.putPolicy(withoutBlog, 4_000);
  const { live, errors, releases } = await signed.follow(data);
  expect(live()).toBeUndefined();
  await expect.poll(errors, patiently).toContainEqual(expect.stringContaining('RELEASE-EXPIRED'));
  await expect.poll(() => releases.current().refusedPolicy, { message: '/readyz says so' }).toBe('RELEASE-EXPIRED');
  const listed = async () => (await list(signed.store, new FaultLog(data))).find(({ app }) => app === 'shell')?.problem;
  // Even to readers without the servers' keys.
  await expect.poll(listed).toMatch(/^RELEASE-EXPIRED /);
  expect(live()).toBeUndefined();
  releases.close();
  expect((await signed.follow(data)).live(), 'after a restart').toBeUndefined();
  await signed.setPolicy(policyFor('blog'));
  expect((await signed.follow(data)).live()).toBe('version-2');
});

test('the list warns an owner of a policy that expires soon, is damaged or is refused by servers', async () => {
  const { signed } = await storeWithOldVersions();
  await signed.putPolicy(withoutBlog, 10 * 24 * 60 * 60 * 1000);
  await expect(listedProblem(signed)).resolves.toMatch(/^RELEASE-EXPIRES-SOON .*policy\.json/);
  await signed.write('policy.json', withoutBlog);
  await expect(listedProblem(signed)).resolves.toMatch(/^RELEASE-UNSIGNED policy\.json/);
  await signed.write('policy.json', {});
  await expect(listedProblem(signed)).resolves.toMatch(/^RELEASE-POLICY/);
});

/** What the list says about the shell, whose owner sets the policy. */
async function listedProblem(signed: SignedStore): Promise<string | undefined> {
  const listed = await list(signed.store, new FaultLog(await newFolder()), { trust: signed.trust() });
  return listed.find(({ app }) => app === 'shell')?.problem;
}

test('a damaged record of the policy is logged', async () => {
  const { signed } = await storeWithOldVersions();
  const data = await newFolder();
  await signed.setPolicy(policyFor('blog'));
  (await signed.follow(data)).releases.close();
  await writeFile(join(data, 'policy.json'), '{');
  const { errors } = await signed.follow(data);
  expect(errors()).toContainEqual(expect.stringMatching(/^SITE-MEMORY .*policy\.json/));
});

test('a server writes its records atomically: no unfinished file stays', async () => {
  const { signed } = await storeWithOldVersions();
  const data = await newFolder();
  await signed.follow(data);
  expect((await readdir(join(data, 'pointers'))).sort()).toEqual(
    ['blog', 'events', 'marketing', 'shell'].map((app) => `${app}.json`),
  );
});
