import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from '@rstest/core';
import { secureServer } from '@site/node/secureServer.ts';
import type { ReleaseFollower } from '@site/releases/follow/ReleaseFollower.ts';
import { signRelease } from '@site/releases/signing/signatures.ts';
import { previewCookie } from '@site/server/pages/previewCookie.ts';
import { signPreview } from '@site/server/pages/previewLinks.ts';
import { assetRoutes, publicFiles } from '@site/server/releaseFiles.ts';
import { manifestFile } from '@site/shared/contract/release.ts';
import { buildApp, newFolder, publishApp } from '@site/testkit/releases/fixtures.ts';
import { type Follower, SignedStore } from '@site/testkit/releases/signedStore.ts';
import Fastify, { type FastifyInstance } from 'fastify';

const page = '<!doctype html><script>document.title = document.cookie</script>';
const drawing = '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(document.cookie)</script></svg>';

const secret = 'the secret that this site signs links with';
const day = 24 * 60 * 60 * 1000;

let store: SignedStore;
let site: FastifyInstance;
let releases: ReleaseFollower;
let errors: Follower['errors'];

/** Requests an address as a browser does when opening it. */
const open = async (url: string, cookie?: string) =>
  await site.inject({ url, headers: { accept: 'text/html', ...(cookie !== undefined && { cookie }) } });

beforeEach(async () => {
  store = await SignedStore.create();
  ({ releases, errors } = await store.follow(await newFolder()));
  site = Fastify();
  secureServer(site, undefined);
  await assetRoutes(site, releases, { PREVIEW_SECRET: secret, DATA_DIR: '' });
  publicFiles(site, releases);
});

afterEach(() => site.close());

/** Releases a version of the blog with files of a hostile team. */
async function releaseFiles(extra: Readonly<Record<string, string>>): Promise<void> {
  await store.release({ version: 'hostile', extra });
  expect((await open('/assets/blog/hostile/remote.js')).statusCode).toBe(200);
}

/** Stores a version of the blog with a key that may not promote. */
async function publishOnly(version: string): Promise<void> {
  const key = await store.addKey('ci', 'blog', ['releases']);
  await publishApp(store.store, { version }, { key, trust: store.trust() });
}

/** The cookie of a preview link of the blog. */
const cookieOf = (version: string, life = day, key = secret): string =>
  `preview=${signPreview(key, { app: 'blog', version, expires: Date.now() + life })}`;

test.each([
  'page.html',
  'page.htm',
  'page.xhtml',
  'page.xml',
  'page.xsl',
  'page.mhtml',
  'page.pdf',
  'page',
  'page.HTML',
  'page.js.br',
])('no team can put its own page on the site’s origin: %s', async (name) => {
  await releaseFiles({ [`web/${name}`]: page, [`public/${name}`]: page });
  for (const path of [`/assets/blog/hostile/${name}`, `/${name}`]) {
    const { statusCode, headers, body } = await open(path);
    expect([statusCode, body.includes('<')], path).toEqual([404, false]);
    expect(headers['content-type'], path).not.toContain('html');
  }
});

test('a drawing with a script that a visitor opens directly runs nothing, and isn’t of the site’s origin', async () => {
  await releaseFiles({ 'web/art/drawing.svg': drawing });
  const { statusCode, headers } = await open('/assets/blog/hostile/art/drawing.svg');
  expect([statusCode, headers['content-type'], headers['x-content-type-options']]).toEqual([
    200,
    'image/svg+xml',
    'nosniff',
  ]);
  expect(headers['content-security-policy']).toMatch(/^default-src 'none'; .*; sandbox$/);
});

test('caches don’t store a missing file: a release may add it at any moment', async () => {
  expect((await open('/assets/blog/hostile/remote.js')).headers['cache-control']).toBe('no-store');
});

test('a key that may not promote puts nothing on the site’s origin: such files need the preview link’s cookie', async () => {
  await publishOnly('unseen');
  const file = '/assets/blog/unseen/remote.js';
  for (const [what, cookie] of [
    ['no cookie', undefined],
    ['a cookie of another version', cookieOf('version-1')],
    ['a cookie signed with another secret', cookieOf('unseen', day, 'another secret')],
    ['the cookie of an expired link', cookieOf('unseen', -1_000)],
    ['the cookie of a link for a year', cookieOf('unseen', 365 * day)],
    ['no link', 'preview=blog@unseen; preview=%'],
  ] as const) {
    const { statusCode, headers } = await open(file, cookie);
    expect([statusCode, headers['cache-control']], what).toEqual([404, 'no-store']);
  }
});

test('a colleague with the link gets them, and no cache stores or shares them', async () => {
  await publishOnly('unseen');
  const { statusCode, headers } = await open('/assets/blog/unseen/remote.js', cookieOf('unseen', 29 * day));
  expect([statusCode, headers['cache-control']]).toEqual([200, 'private, no-store']);
  expect(headers).not.toHaveProperty('access-control-allow-origin');
});

test('the link’s cookie is sent only to the files of its version, and scripts can’t read it', async () => {
  await publishOnly('unseen');
  const release = await releases.find('blog', 'unseen');
  if (!release) throw new Error('The version was not found.');
  expect(previewCookie('blog@unseen.1.s', release, true)).toBe(
    'preview=blog@unseen.1.s; Path=/assets/blog/unseen/; HttpOnly; SameSite=Lax; Secure',
  );
});

test('open tabs get the files of earlier live versions, even after a roll-back', async () => {
  await store.release({ version: 'version-2' });
  await store.release({ version: 'version-3' });
  await store.rollback();
  for (const version of ['version-1', 'version-2', 'version-3']) {
    const { statusCode, headers } = await open(`/assets/blog/${version}/remote.js`);
    expect([statusCode, headers['cache-control']], version).toEqual([200, expect.stringContaining('immutable')]);
  }
});

test.each([
  '/assets/blog/',
  '/assets/blog/version-1/',
  '/assets/blog/version-1/art/',
  '/assets/blog/hostile/../version-1/',
])('no version can claim another one’s addresses, which caches keep for a year: %s', async (publicPath) => {
  const folder = join(store.store.location, 'blog/hostile');
  const manifest = await buildApp(folder, { version: 'hostile', publicPath });
  await writeFile(join(folder, manifestFile), JSON.stringify(signRelease(manifest, store.key('blog'))));
  await store.putPointer('hostile', 'blog');
  await expect.poll(() => errors().join()).toMatch(/RELEASE-MANIFEST .*publicPath/);
  const { release } = (await releases.asset('/assets/blog/version-1/remote.js')) ?? {};
  expect(release?.manifest.version).toBe('version-1');
});
