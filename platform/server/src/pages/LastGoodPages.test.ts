import { appendFile, mkdtemp, readdir, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, rs, test } from '@rstest/core';
import { defaultRetention } from '@site/releases/operations/prune.ts';
import { readPageUrl } from '@site/shared/routes/path.ts';
import { specifiedRoutes } from '@site/shared/testing/routes.ts';
import { type MemoryHere, memoryHere } from '@site/testkit/memory/memoryHere.ts';
import { serverLimits } from '../limits.ts';
import { toPage } from './CachedPage.ts';
import { LastGoodPages } from './LastGoodPages.ts';

let folder: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'last-good-'));
});

afterEach(async () => {
  rs.useRealTimers();
  await rm(folder, { recursive: true });
});

const pagesIn = (place: string | undefined, origin = 'https://www.example.com') =>
  new LastGoodPages({ folder: place, origin: () => origin, log: { warn: rs.fn() } });

const page = (text: string) =>
  toPage({ html: Buffer.from(`<p>${text}</p>`), scriptHashes: ["'sha256-a'"], styleHashes: [], origins: [] }, 200);

/** Writes a page to disk, as a server does that then stops. */
async function writeBlog(): Promise<string> {
  const pages = pagesIn(folder);
  pages.keep(readPageUrl(specifiedRoutes, '/en/blog'), page('news'));
  await pages.flush();
  return join(folder, (await readdir(folder))[0] ?? '');
}

test('the last good page says how old it is, and no cache keeps it', async () => {
  rs.useFakeTimers();
  const pages = pagesIn(undefined);
  pages.keep(readPageUrl(specifiedRoutes, '/en/blog/article'), page('first'));
  pages.keep(readPageUrl(specifiedRoutes, '/en/blog/article'), page('news'));
  rs.advanceTimersByTime(90_000);
  const stale = await pages.find('/en/blog/article');
  expect([stale?.status, String(stale?.html)]).toEqual([200, '<p>news</p>']);
  expect(stale?.headers).toMatchObject({
    'cache-control': 'no-store',
    age: '90',
    'cache-status': 'site; hit; ttl=-90; detail=stale-if-error',
    'content-security-policy': expect.stringContaining("'sha256-a'"),
  });
});

test('a page is shown until it is too old, counted from when it was last known to be good', async () => {
  rs.useFakeTimers();
  const pages = pagesIn(undefined);
  const good = pages.keep(readPageUrl(specifiedRoutes, '/en'), page('home'));
  rs.advanceTimersByTime(serverLimits.stale.age - 1);
  expect(await pages.find('/en')).toBeDefined();
  if (good) good.goodAt = Date.now();
  rs.advanceTimersByTime(serverLimits.stale.age - 1);
  expect(await pages.find('/en')).toBeDefined();
  rs.advanceTimersByTime(1);
  expect(await pages.find('/en')).toBeUndefined();
});

test('a page is never shown longer than the files of its releases are kept', () => {
  expect(serverLimits.stale.age).toBeLessThan(defaultRetention.age);
});

test('a page of the route table outlives a restart; others are not written', async () => {
  const before = pagesIn(folder);
  before.keep(readPageUrl(specifiedRoutes, '/en/blog'), page('news'));
  before.keep(readPageUrl(specifiedRoutes, '/en/blog/article'), page('article'));
  before.keep(readPageUrl(specifiedRoutes, '/en/contact?sent=1'), page('sent'));
  await before.flush();
  const after = pagesIn(folder);
  expect(String((await after.find('/en/blog'))?.html)).toBe('<p>news</p>');
  expect(await readdir(folder)).toEqual(['%2Fen%2Fblog.json']);
  expect(await after.find('/en/blog/article')).toBeUndefined();
});

test('the last good pages never take more bytes than allowed, and the latest stay', async () => {
  const pages = pagesIn(undefined);
  const heavy = page('x'.repeat(2 * 1024 * 1024));
  const paths = Array.from({ length: 120 }, (_, number) => `/en/blog/${number}`);
  for (const path of paths) pages.keep(readPageUrl(specifiedRoutes, path), heavy);
  const found = await Promise.all(paths.map(async (path) => ((await pages.find(path)) ? [path] : [])));
  const kept = found.flat();
  // Each page may be in memory plain, with gzip and with Brotli.
  expect(kept.length * 3 * heavy.html.length).toBeLessThanOrEqual(serverLimits.cachedPages.bytes);
  expect(kept).toEqual(paths.slice(-kept.length));
  expect(kept.length).toBeGreaterThan(10);
});

test('on disk the last good pages have a largest size and age, and those that are used stay', async () => {
  const paths = Array.from({ length: 50 }, (_, number) => `page-${number}`);
  const route = { remote: 'blog', module: './list', closing: 'strip' } as const;
  const routes = Object.fromEntries(paths.map((path) => [path, { ...route, paths: { en: path, fr: path, es: path } }]));
  const address = (path: string) => readPageUrl({ pages: routes }, `/en/${path}`);
  const heavy = 'x'.repeat(2 * 1024 * 1024);
  const [first = '', second = '', ...others] = paths;
  const before = pagesIn(folder);
  for (const path of [first, second]) before.keep(address(path), page(path + heavy));
  await before.flush();
  const longAgo = new Date(Date.now() - 60_000);
  for (const name of await readdir(folder)) await utimes(join(folder, name), longAgo, longAgo);
  await writeFile(join(folder, 'left.json.1.new'), 'x');
  const tooOld = new Date(Date.now() - serverLimits.stale.age);
  await utimes(join(folder, 'left.json.1.new'), tooOld, tooOld);
  const pages = pagesIn(folder);
  expect(await pages.find(`/en/${first}`), 'shown, so it was used').toBeDefined();
  for (const path of others) {
    pages.keep(address(path), page(path + heavy));
    await pages.flush();
  }
  const names = await readdir(folder);
  const sizes = await Promise.all(names.map(async (name) => (await stat(join(folder, name))).size));
  expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThanOrEqual(serverLimits.stale.disk);
  expect(names.length).toBeGreaterThan(25);
  const kept = (path: string) => names.includes(`${encodeURIComponent(`/en/${path}`)}.json`);
  expect([kept(second), kept(others.at(-1) ?? ''), names.includes('left.json.1.new')]).toEqual([false, true, false]);
  expect(others.findIndex(kept), 'the latest ones').toBe(others.length - names.length);
});

test('a page that is damaged on disk is not shown', async () => {
  await appendFile(await writeBlog(), ' ');
  expect(await pagesIn(folder).find('/en/blog')).toBeUndefined();
});

test('a page that was made for another origin is not shown', async () => {
  await writeBlog();
  expect(await pagesIn(folder, 'https://www.example.net').find('/en/blog')).toBeUndefined();
  expect(await pagesIn(folder).find('/en/blog')).toBeDefined();
});

test('a folder that can’t be written disturbs nobody', async () => {
  const file = await writeBlog();
  const pages = pagesIn(file);
  pages.keep(readPageUrl(specifiedRoutes, '/en'), page('home'));
  await pages.flush();
  expect(await pages.find('/en')).toBeDefined();
});

test('a page that is rendered again with the same content is not written again', async () => {
  const pages = pagesIn(folder);
  pages.keep(readPageUrl(specifiedRoutes, '/en'), page('home'));
  await pages.flush();
  await rm(join(folder, '%2Fen.json'));
  pages.keep(readPageUrl(specifiedRoutes, '/en'), page('home'));
  await pages.flush();
  expect(await readdir(folder)).toEqual([]);
  pages.keep(readPageUrl(specifiedRoutes, '/en'), page('new home'));
  await pages.flush();
  expect(await readdir(folder)).toEqual(['%2Fen.json']);
});

const blog = readPageUrl(specifiedRoutes, '/en/blog');

test('a page that took long never replaces one whose rendering began later', async () => {
  const pages = pagesIn(undefined);
  const [early, late] = [performance.now(), performance.now() + 1];
  expect(pages.keep(blog, page('new'), late)).toBeDefined();
  expect(pages.keep(blog, page('old'), early)).toBeUndefined();
  expect(String((await pages.find('/en/blog'))?.html)).toBe('<p>new</p>');
});

test('a page that is kept while the one on disk is read is not replaced by that', async () => {
  await writeBlog();
  const pages = pagesIn(folder);
  const reading = pages.find('/en/blog');
  pages.keep(blog, page('newer news'));
  for (const found of [await reading, await pages.find('/en/blog')])
    expect(String(found?.html)).toBe('<p>newer news</p>');
});

test('a page that is served from memory for days is also good after a crash', async () => {
  const start = Date.now();
  rs.useFakeTimers({ now: start, toFake: ['Date', 'setInterval', 'clearInterval'] });
  const pages = pagesIn(folder);
  const good = pages.keep(blog, page('news'));
  await pages.flush();
  rs.setSystemTime(start + serverLimits.stale.rewrite);
  if (good) good.goodAt = Date.now();
  rs.advanceTimersByTime(serverLimits.stale.rewrite);
  rs.setSystemTime(start + serverLimits.stale.age + 1);
  await expect.poll(() => pagesIn(folder).find('/en/blog')).toBeDefined();
});

/** Pages of a server with its own folder and a shared memory. */
const sharing = (shared: MemoryHere, origin = 'https://www.example.com') =>
  new LastGoodPages({ folder: join(folder, 'of-its-own'), origin: () => origin, log: { warn: rs.fn() }, shared });

/** Pages of a server whose folder is empty. */
const newServer = (shared: MemoryHere, origin?: string) => {
  const empty = join(folder, 'empty');
  return new LastGoodPages({
    folder: empty,
    origin: () => origin ?? 'https://www.example.com',
    log: { warn: rs.fn() },
    shared,
  });
};

test('a new server finds the pages of the route table that another one has shared, and no others', async () => {
  const shared = memoryHere();
  const pages = sharing(shared);
  for (const path of ['/en/blog', '/en/blog/article', '/en/contact?sent=1'])
    pages.keep(readPageUrl(specifiedRoutes, path), page(path));
  await pages.flush();
  const found = await newServer(shared).find('/en/blog');
  expect(String(found?.html)).toBe('<p>/en/blog</p>');
  expect(found?.headers['cache-status']).toContain('stale-if-error');
  expect([...shared.texts.keys()]).toEqual(['page /en/blog']);
  expect(await newServer(shared, 'https://www.example.net').find('/en/blog'), 'of another site').toBeUndefined();
});

test('anything in the shared memory that isn’t a page, or is too old, is not shown', async () => {
  const shared = memoryHere();
  const pages = sharing(shared);
  pages.keep(blog, page('news'));
  await pages.flush();
  const good = shared.texts.get('page /en/blog') ?? '';
  for (const text of ['', '{', '[]', good.replace('"/en/blog"', '"/en"'), good.replace('"html"', '"text"')]) {
    shared.texts.set('page /en/blog', text);
    expect(await newServer(shared).find('/en/blog'), text).toBeUndefined();
  }
  shared.texts.set(
    'page /en/blog',
    JSON.stringify({ ...JSON.parse(good), goodAt: Date.now() - serverLimits.stale.age }),
  );
  expect(await newServer(shared).find('/en/blog')).toBeUndefined();
});

test('a shared memory that was away, or has lost everything, gets the pages again', async () => {
  const shared = memoryHere();
  const pages = sharing(shared);
  rs.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  pages.keep(blog, page('news'));
  shared.setAway(true);
  await pages.flush();
  expect(await newServer(shared).find('/en/blog')).toBeUndefined();
  shared.setAway(false);
  rs.advanceTimersByTime(serverLimits.stale.share);
  rs.useRealTimers();
  await expect.poll(() => newServer(shared).find('/en/blog')).toBeDefined();
  shared.lose();
  await expect.poll(() => newServer(shared).find('/en/blog')).toBeDefined();
});
