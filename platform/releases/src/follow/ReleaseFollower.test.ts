import { mkdir, rename, rm, symlink, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, expect, rstest, test } from '@rstest/core';
import { openPolicy } from '@site/shared/routes/policy.ts';
import {
  type AppOverrides,
  buildApp,
  changeManifest,
  declaredPage,
  newFolder,
} from '@site/testkit/releases/fixtures.ts';
import { policyFor } from '@site/testkit/releases/policyFor.ts';
import { FaultLog } from '../FaultLog.ts';
import { FolderStore } from '../store/FolderStore.ts';
import { writeAtomically } from '../store/files.ts';
import { ReleaseFollower, type ReleaseFollowerOptions } from './ReleaseFollower.ts';

const limits = { poll: { folder: 50, http: 50, s3: 50 }, retry: 10_000, earlierVersions: 2 };

const opened: ReleaseFollower[] = [];

afterEach(() => {
  for (const releases of opened.splice(0)) releases.close();
});

/** Puts a version into a store and makes it live, bypassing every check of publishing. Returns its folder. */
async function setLive(
  store: string,
  { name = 'blog', version = 'version-1', ...facts }: AppOverrides,
): Promise<string> {
  const folder = join(store, name, version);
  await buildApp(folder, { name, version, ...facts });
  await point(store, name, version);
  return folder;
}

/** At once: servers that follow the store never read half a pointer. */
const point = (store: string, name: string, version: string) =>
  writeAtomically(
    join(store, name, 'current.json'),
    JSON.stringify({ version, since: '2030-01-01T00:00:00Z', previous: [] }),
  );

/** A store in which a shell and two remotes are live, and the folder of its blog, which tests then spoil. */
async function storeWithBlog(facts: AppOverrides = {}) {
  const store = await newFolder();
  await setLive(store, { name: 'shell', publicPath: '/assets/shell/' });
  await setLive(store, { name: 'marketing' });
  return { store, blog: await setLive(store, facts) };
}

async function open(location: string, copies: string, options: Partial<ReleaseFollowerOptions> = {}) {
  const log = { info: rstest.fn(), warn: rstest.fn(), error: rstest.fn() };
  const readable: boolean[] = [];
  const releases = await ReleaseFollower.open({
    store: new FolderStore(location),
    copies,
    reports: copies,
    policy: policyFor('marketing', 'blog'),
    origins: [],
    limits,
    log,
    onUnusable: () => {},
    onStoreRead: ({ isReadable }) => readable.push(isReadable),
    ...options,
  });
  opened.push(releases);
  return { releases, log, readable };
}

/** Remotes that the store can't deliver: a server with any of them is not ready. */
const unreachableStore = (releases: ReleaseFollower) =>
  [...releases.current().unreachable].filter(([, code]) => code === 'RELEASE-STORE');

const shown = (releases: ReleaseFollower) => [...releases.current().remotes.keys()];

async function replaceByLink(path: string): Promise<void> {
  const elsewhere = join(await newFolder(), 'elsewhere');
  await rename(path, elsewhere);
  await symlink(elsewhere, path);
}

const spoiled: readonly [string, (blog: string, store: string) => Promise<unknown>][] = [
  [
    'needs a property that every object has',
    (blog) => changeManifest(blog, (manifest) => ({ ...manifest, singletons: { constructor: '1' } })),
  ],
  ['has a `__proto__` property', (blog) => changeManifest(blog, withPrototype)],
  ['takes nonsense', (blog) => changeManifest(blog, (manifest) => ({ ...manifest, singletons: { react: '<<>>' } }))],
  ['has null as its manifest', (blog) => changeManifest(blog, () => null)],
  [
    'has a manifest with wrong types',
    (blog) => changeManifest(blog, (manifest) => ({ ...manifest, modules: [1], files: 'x' })),
  ],
  ['has an endless manifest', (blog) => truncate(join(blog, 'release.json'), 5_000_000_000)],
  ['has a folder as its manifest', (blog) => folderInPlaceOf(join(blog, 'release.json'))],
  ['has a folder as a file', (blog) => folderInPlaceOf(join(blog, 'web/remote.js'))],
  ['is behind a link', (blog) => replaceByLink(blog)],
  ['has its files behind a link', (blog) => replaceByLink(join(blog, 'web'))],
  [
    'claims to be another version',
    (blog) => changeManifest(blog, (manifest) => ({ ...manifest, version: 'version-9' })),
  ],
  ['claims to be the shell', (blog) => changeManifest(blog, (manifest) => ({ ...manifest, name: 'shell' }))],
  ['takes another remote’s addresses', (blog) => changeManifest(blog, ofMarketing)],
  ['is on an origin that isn’t allowed', (blog) => changeManifest(blog, elsewhere('https://elsewhere.example'))],
  ['has a name with a NUL', (blog) => changeManifest(blog, (manifest) => ({ ...manifest, entry: 'remote.js\0' }))],
  ['has a pointer that leads out of its folder', (_, store) => point(store, 'blog', '../marketing/version-1')],
  ['has a pointer with a NUL', (_, store) => point(store, 'blog', 'version-1\0')],
  ['has an endless pointer', (_, store) => truncate(join(store, 'blog/current.json'), 5_000_000_000)],
  ['has a pointer behind a link', (_, store) => replaceByLink(join(store, 'blog/current.json'))],
];

const withPrototype = (manifest: object) =>
  JSON.stringify(manifest).replace('"singletons":{', '"singletons":{"__proto__":"1","vue":"1",');

const ofMarketing = (manifest: object) => ({ ...manifest, publicPath: '/assets/blog/../marketing/version-1/' });

const elsewhere = (origin: string) => (manifest: object) => ({
  ...manifest,
  publicPath: `${origin}/blog/version-1/web/`,
});

async function folderInPlaceOf(file: string): Promise<void> {
  await rm(file);
  await mkdir(file);
}

test.each(spoiled)('a server starts and is ready, with all other remotes, when the blog %s', async (_, spoil) => {
  const { store, blog } = await storeWithBlog();
  await spoil(blog, store);
  const { releases } = await open(store, await newFolder());
  expect(shown(releases)).toEqual(['marketing']);
  expect(unreachableStore(releases)).toEqual([]);
});

test('an unusable release that goes live delays no other app', async () => {
  const { store } = await storeWithBlog();
  const { releases } = await open(store, await newFolder());
  await setLive(store, { version: 'version-2', singletons: { constructor: '^1.0.0' } });
  await expect.poll(() => shown(releases)).toEqual(['marketing']);
  await setLive(store, { name: 'marketing', version: 'version-2' });
  await expect.poll(() => releases.current().remotes.get('marketing')?.[0]?.manifest.version).toBe('version-2');
});

const lines = (log: { error: unknown; warn: unknown }) =>
  [log.error, log.warn]
    .flatMap((method) => (method as ReturnType<typeof rstest.fn>).mock.calls)
    .map((call) => String(call.at(-1)))
    .filter((line) => /^SITE-(REMOTE|STORE)/.test(line));

test('a remote that disappears and comes back is logged once each time, and the server stays ready without it', async () => {
  const { store, blog } = await storeWithBlog();
  await changeManifest(blog, () => null);
  const { releases, log } = await open(store, await newFolder());
  const gone = [expect.stringMatching(/^SITE-REMOTE The remote "blog" is gone: .* can’t be used\.$/)];
  expect(lines(log)).toEqual(gone);
  expect([releases.current().gone, unreachableStore(releases)]).toEqual([['blog'], []]);
  await setLive(store, { name: 'marketing', version: 'version-2' });
  await expect.poll(() => releases.current().signature).toContain('marketing@version-2');
  expect(lines(log)).toEqual(gone);
  await setLive(store, { version: 'version-2' });
  await expect.poll(() => releases.current().gone).toEqual([]);
  expect(lines(log)).toEqual([...gone, 'SITE-REMOTE The remote "blog" is back.']);
});

test('a new remote goes live without an alarm: it isn’t gone while it is being copied', async () => {
  const { store } = await storeWithBlog();
  await writeFile(join(store, 'policy.json'), JSON.stringify(openPolicy));
  const { releases, log } = await open(store, await newFolder());
  await setLive(store, { name: 'events' });
  await expect.poll(() => shown(releases)).toContain('events');
  expect(lines(log)).toEqual([]);
});

test.each(['blog/current.json', 'blog', 'shell/current.json'])(
  'the blog stays live when %s is moved away, even after a restart, and the problem is logged once each time',
  async (path) => {
    const { store } = await storeWithBlog();
    const copies = await newFolder();
    const { releases, log } = await open(store, copies);
    await rename(join(store, path), join(store, '.elsewhere'));
    await expect
      .poll(() => lines(log))
      .toEqual([expect.stringMatching(/^SITE-STORE RELEASE-POINTER There is no \w+\/current/)]);
    expect(shown(releases)).toEqual(['marketing', 'blog']);
    const again = await open(store, copies);
    expect(shown(again.releases)).toEqual(['marketing', 'blog']);
    expect(lines(again.log)).toHaveLength(1);
    await rename(join(store, '.elsewhere'), join(store, path));
    await expect.poll(() => lines(log)).toHaveLength(2);
    expect(lines(log)[1]).toBe('SITE-STORE Everything in the store can be read again.');
  },
);

test('a remote on another origin is shown when REMOTE_ORIGINS lists it', async () => {
  const { store } = await storeWithBlog({ publicPath: 'https://releases.example/blog/version-1/web/' });
  const copies = await newFolder();
  expect(shown((await open(store, copies, { origins: ['https://releases.example'] })).releases)).toEqual([
    'marketing',
    'blog',
  ]);
  expect(shown((await open(store, copies, { origins: ['https://releases.example:8443'] })).releases)).toEqual([
    'marketing',
  ]);
});

test.each(['null', '5', '{}', '{'])('a server starts when the pointer that it remembers is %s', async (memory) => {
  const { store } = await storeWithBlog();
  const copies = await newFolder();
  await mkdir(join(copies, 'pointers'));
  await writeFile(join(copies, 'pointers/blog.json'), memory);
  await writeFile(join(store, 'blog/current.json'), '{');
  const { releases, log } = await open(store, copies);
  expect(shown(releases)).toEqual(['marketing']);
  expect(log.error).toHaveBeenCalledWith(expect.anything(), expect.stringContaining('SITE-MEMORY'));
});

test('the operator is told when the store becomes unreachable, and when it is back', async () => {
  const { store } = await storeWithBlog();
  const { releases, log, readable } = await open(store, await newFolder());
  expect([readable, releases.lostStore]).toEqual([[true], undefined]);
  await rename(store, `${store}-away`);
  await expect.poll(() => readable.at(-1)).toBe(false);
  expect(releases.lostStore).toEqual({ code: 'RELEASE-POINTER', since: expect.any(Date) });
  expect(log.error).toHaveBeenCalledWith(expect.stringContaining('SITE-STORE'));
  await rename(`${store}-away`, store);
  await expect.poll(() => readable.at(-1)).toBe(true);
  expect(releases.lostStore).toBeUndefined();
  expect(log.warn).toHaveBeenCalledWith(expect.stringMatching(/^SITE-STORE .* can be read again/));
});

test('a caller that needs what is live now gets no copies from the last look, but learns that the store isn’t there', async () => {
  const { store } = await storeWithBlog();
  const copies = await newFolder();
  (await open(store, copies)).releases.close();
  const openNow = (location: string) => open(location, copies, { needsStore: true });
  await expect(openNow(`${store}-mistyped`)).rejects.toThrow(/^RELEASE-STORE There is no folder .*-mistyped\./);
  await expect(openNow(await newFolder())).rejects.toThrow(
    /^RELEASE-STORE .* lacks what was live .*: shell, marketing, blog\./,
  );
  expect(shown((await openNow(store)).releases)).toEqual(['marketing', 'blog']);
  // A server shows the copies.
  const { releases, log } = await open(`${store}-mistyped`, copies);
  expect(shown(releases)).toEqual(['marketing', 'blog']);
  expect(log.error).toHaveBeenCalledWith(expect.stringMatching(/Nothing that was live is in .*RELEASES is wrong/));
  await expect(open(`${store}-mistyped`, await newFolder())).rejects.toThrow(/^RELEASE-STORE There is no folder/);
});

test('a shell whose renderer protocol the server doesn’t speak doesn’t replace the running one', async () => {
  const { store } = await storeWithBlog();
  const { releases, log } = await open(store, await newFolder());
  await setLive(store, { name: 'shell', version: 'version-2', publicPath: '/assets/shell/', protocol: 99 });
  await expect
    .poll(() => log.error.mock.calls.flat())
    .toContainEqual(expect.objectContaining({ code: 'RELEASE-PROTOCOL' }));
  expect(releases.current().shell.manifest.version).toBe('version-1');
});

const pagesOf = (releases: ReleaseFollower) => Object.keys(releases.current().routes.pages);

test('a remote that is added to the store is shown, and disappears when the policy takes its prefix', async () => {
  const { store } = await storeWithBlog({ pages: [declaredPage({ name: 'blog', path: 'blog' })] });
  const { releases } = await open(store, await newFolder());
  expect(pagesOf(releases)).toEqual(['blog']);
  expect(releases.current().gone).toEqual([]);
  const before = releases.current().signature;
  await setLive(store, { name: 'events', pages: [declaredPage({ name: 'events', path: 'events' })] });
  await expect.poll(() => pagesOf(releases)).toEqual(['blog', 'events']);
  expect(releases.current().signature).not.toBe(before);

  const policy = policyFor('marketing', 'blog');
  await writeFile(join(store, 'policy.json'), JSON.stringify({ ...policy, claims: { ...policy.claims, events: [] } }));
  await expect.poll(() => pagesOf(releases)).toEqual(['blog']);
  expect(releases.current().gone, 'taken away on purpose').toEqual([]);
});

test('a page that the policy leaves out is a fault of its release, until the policy lets it in', async () => {
  const { store } = await storeWithBlog({ pages: [declaredPage({ name: 'news', path: 'news' })] });
  const reports = await newFolder();
  const { releases } = await open(store, reports);
  const faults = () => new FaultLog(reports).of('blog', 'version-1');
  expect(pagesOf(releases)).toEqual([]);
  await expect.poll(faults).toMatchObject([{ code: 'RELEASE-ROUTE-UNCLAIMED', module: './list' }]);
  await writeFile(join(store, 'policy.json'), JSON.stringify({ ...openPolicy, claims: { blog: ['news'] } }));
  await expect.poll(() => pagesOf(releases)).toEqual(['news']);
  await expect.poll(faults).toEqual([]);
});

test('a version that asks for more than the owner has agreed to gives way to an earlier one, until they agree', async () => {
  const { store } = await storeWithBlog({ packages: {}, pages: [declaredPage({ name: 'blog', path: 'blog' })] });
  await buildApp(join(store, 'blog', 'version-2'), { version: 'version-2', packages: { zod: '4.1.0' }, pages: [] });
  const previous = [{ version: 'version-1', since: '2030-01-01T00:00:00Z' }];
  const pointer = { version: 'version-2', since: '2030-01-02T00:00:00Z', previous };
  await writeFile(join(store, 'blog', 'current.json'), JSON.stringify(pointer));
  const reports = await newFolder();
  const { releases } = await open(store, reports);
  const shown = () =>
    releases
      .current()
      .remotes.get('blog')
      ?.map(({ manifest }) => manifest.version);
  expect(shown()).toEqual(['version-2', 'version-1']);
  const setPackages = (...packages: string[]) =>
    writeFile(join(store, 'policy.json'), JSON.stringify({ ...openPolicy, agreed: { blog: { packages } } }));

  await setPackages();
  await expect.poll(shown).toEqual(['version-1']);
  const faults = () => new FaultLog(reports).of('blog', 'version-2');
  await expect.poll(faults).toMatchObject([{ code: 'RELEASE-AGREE' }]);
  await setPackages('zod@4.1.0');
  await expect.poll(shown).toEqual(['version-2', 'version-1']);
  await expect.poll(faults).toEqual([]);
});

test('a damaged policy leaves the last one in force, also after a restart', async () => {
  const { store } = await storeWithBlog({ pages: [declaredPage({ name: 'news', path: 'news' })] });
  const copies = await newFolder();
  await writeFile(join(store, 'policy.json'), JSON.stringify({ ...openPolicy, claims: { blog: ['news'] } }));
  const { releases, log } = await open(store, copies);
  expect(pagesOf(releases)).toEqual(['news']);
  await writeFile(join(store, 'policy.json'), '{');
  await expect.poll(() => log.error.mock.calls.flat().join()).toContain('RELEASE-POLICY');
  expect(pagesOf(releases)).toEqual(['news']);
  expect(pagesOf((await open(store, copies)).releases)).toEqual(['news']);
});
