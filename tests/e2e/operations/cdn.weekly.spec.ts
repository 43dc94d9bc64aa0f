import { join } from 'node:path';
import { addresses } from '@site/testkit/site/addresses.ts';
import { ask } from '@site/testkit/site/http.ts';
import type { SiteServer } from '@site/testkit/site/servers.ts';
import { hasVarnish, type RunningVarnish, startVarnish } from '@site/testkit/varnish.ts';
import getPort from 'get-port';
import { test as base, expect } from '../releases/releaseTest.ts';
import { runCli } from '../support/serverTest.ts';
import { metricsToken, readMetrics } from './askOperations.ts';

interface Fixtures {
  /** A site behind Varnish, which has been told to drop whatever it has. */
  readonly behind: { readonly site: SiteServer; readonly varnish: RunningVarnish };
}

const test = base.extend<Fixtures>({
  behind: async ({ store, startOwnProcess }, use, testInfo) => {
    const isThere = await hasVarnish();
    testInfo.skip(!isThere && !process.env.CI, 'Needs Varnish: run on Debian, where it can be fetched.');
    if (!isThere) throw new Error('There is no Varnish.');
    const port = await getPort({ host: '127.0.0.1' });
    const environment = { CDN_PURGE: `http://127.0.0.1:${port}/purge`, METRICS_TOKEN: metricsToken };
    const site = await startOwnProcess({ releases: store.folder, environment });
    const varnish = await startVarnish(port, site.origin, join(site.dataDir, 'varnish'));
    await expect.poll(() => told(site)).toBeGreaterThan(0);
    await use({ site, varnish });
    await varnish.stop();
  },
});

/** How much the CDN has been told. */
const told = async (site: SiteServer) => (await readMetrics(site)).get('site_cdn_purges_total{outcome="done"}') ?? 0;

const isKept = async (varnish: RunningVarnish, path: string) =>
  (await ask(varnish, path)).headers.get('cache-status') === 'varnish; hit';

const keep = async (varnish: RunningVarnish, ...paths: readonly string[]) => {
  for (const path of paths) await expect.poll(() => isKept(varnish, path)).toBe(true);
};

test('a CDN keeps each page until something that it was made of changes, and then shows the new one', async ({
  behind: { site, varnish },
  store,
}) => {
  const { blog, pricing } = addresses.en;
  await keep(varnish, blog, pricing);
  const { headers } = await ask(varnish, blog);
  for (const name of ['surrogate-control', 'surrogate-key', 'xkey', 'age']) expect(headers.get(name)).toBeNull();
  expect(headers.get('cache-control'), 'browsers ask again').toContain('max-age=0');

  await test.step('news: the pages that show them', async () => {
    const news = ['add', '--lang', 'en', '--title', 'Fresh from the CDN', '--link', 'https://example.org/fresh'];
    await runCli('news', site, ...news);
    await expect.poll(async () => (await ask(varnish, blog)).body).toContain('Fresh from the CDN');
    expect(await isKept(varnish, pricing), 'a page without news stays').toBe(true);
  });
  await test.step('a release, and going back', async () => {
    await store.run(['publish', 'blog', '--folder', await store.buildVariant('blog', 'version-2')]);
    expect(await store.run(['promote', 'blog', 'version-2'])).toMatchObject({ code: 0 });
    await expect.poll(async () => (await ask(varnish, blog)).body).toContain('[version-2]');
    await expect.poll(async () => (await ask(varnish, pricing)).body, 'it links to the blog').toContain('version-2');
    await keep(varnish, blog, pricing);
    expect(await store.run(['rollback', 'blog'])).toMatchObject({ code: 0 });
    await expect.poll(async () => (await ask(varnish, blog)).body).not.toContain('version-2');
    await expect.poll(async () => (await ask(varnish, pricing)).body).not.toContain('version-2');
  });
});

test('visitors can’t make a CDN drop pages, not even through a proxy on its machine', async ({
  behind: { varnish },
}) => {
  const { pricing } = addresses.en;
  await keep(varnish, pricing);
  const purge = { 'surrogate-key': 'pages' };
  const asked = [
    { method: 'GET', headers: purge },
    { method: 'POST', headers: { ...purge, 'x-forwarded-for': '198.51.100.1' } },
  ];
  for (const init of asked) expect((await ask(varnish, '/purge', init)).status).toBe(405);
  expect(await isKept(varnish, pricing)).toBe(true);
});

test('behind a CDN, each visitor keeps the version that they have during a rollout', async ({
  behind: { varnish },
  store,
}) => {
  const { blog } = addresses.en;
  await keep(varnish, blog);
  await store.run(['publish', 'blog', '--folder', await store.buildVariant('blog', 'version-2')]);
  expect(await store.run(['promote', 'blog', 'version-2', '--share', '30%'])).toMatchObject({ code: 0 });
  const visitors = Array.from({ length: 100 }, (_, index) => `198.51.100.${index}`);
  const chosen = async () => {
    const see = async (visitor: string) => {
      const { body } = await ask(varnish, blog, { headers: { 'x-forwarded-for': visitor } });
      return body.includes('[version-2]') ? [visitor] : [];
    };
    return (await Promise.all(visitors.map(see))).flat();
  };
  await expect.poll(async () => (await chosen()).length).toBeGreaterThan(5);
  const first = await chosen();
  expect(first.length).toBeLessThan(60);
  expect(await chosen()).toEqual(first);
  expect(await store.run(['promote', 'blog', 'version-2'])).toMatchObject({ code: 0 });
  await expect.poll(async () => (await chosen()).length).toBe(visitors.length);
  await keep(varnish, blog);
});

test('while the site is down, a CDN goes on showing the pages that it has', async ({ behind: { site, varnish } }) => {
  const paths = [addresses.en.blog, addresses.fr.pricing];
  await keep(varnish, ...paths);
  site.program.process.kill('SIGKILL');
  await site.program.exited;
  for (const path of paths) expect((await ask(varnish, path)).status).toBe(200);
});
