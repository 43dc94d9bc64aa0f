import { cp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { addresses, languages } from '../support/addresses.ts';
import { ask } from '../support/http.ts';
import { testedReleases } from '../support/releases.ts';
import type { SiteOptions, SiteServer } from '../support/SiteServer.ts';
import { temporaryFolder } from '../support/temporaryFolder.ts';
import { test as base, expect } from '../support/test.ts';
import { texts } from '../support/texts.ts';
import { visit } from '../support/visitor.ts';
import { failedResource } from '../support/watch.ts';

interface OwnReleases {
  /** A copy of the store, to be damaged. */
  readonly releases: string;
}

const test = base.extend<OwnReleases>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the wanted fixtures from this very pattern
  releases: async ({}, use) => {
    const releases = await temporaryFolder('releases');
    await cp(testedReleases, releases, { recursive: true });
    await use(releases);
    await rm(releases, { recursive: true, force: true });
  },
});

type StartSite = (options: SiteOptions) => Promise<SiteServer>;

async function startWithoutBlog(startOwnSite: StartSite, releases: string): Promise<SiteServer> {
  await rm(join(releases, 'blog'), { recursive: true });
  return await startOwnSite({ releases });
}

test('without the blog its pages are the 404 page, and all others are alive', async ({ releases, startOwnSite }) => {
  const site = await startWithoutBlog(startOwnSite, releases);
  for (const language of languages) {
    const { blog, article, home, contact } = addresses[language];
    for (const path of [blog, article]) {
      const { status, body } = await ask(site, path);
      expect(status, path).toBe(404);
      expect(body).toContain(texts[language].shell.notFound.title);
    }
    for (const path of [home, contact]) expect((await ask(site, path)).status, path).toBe(200);
  }
});

test('whoever follows a link to the missing blog gets the 404 page in place, and can go on', async ({
  page,
  releases,
  startOwnSite,
  watched,
}) => {
  watched.allow(/SITE-REMOTE/);
  const site = await startWithoutBlog(startOwnSite, releases);
  await visit(page, site.origin + addresses.en.home);
  const bar = page.getByRole('banner');
  await bar.getByRole('link', { name: texts.en.shell.navigation.blog, exact: true }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Page not found' })).toBeVisible();
  await bar.getByRole('link', { name: texts.en.shell.navigation.team, exact: true }).click();
  await expect(page.getByRole('heading', { level: 1, name: texts.en.marketing.team.title })).toBeVisible();
});

test('a remote that is removed while the site runs takes only its own pages along', async ({
  page,
  releases,
  startOwnSite,
  watched,
}) => {
  watched.allow(failedResource);
  const site = await startOwnSite({ releases });
  expect((await ask(site, addresses.en.blog)).status).toBe(200);
  await rm(join(releases, 'blog'), { recursive: true });
  await expect.poll(async () => (await ask(site, addresses.en.blog)).status, { timeout: 1_000 }).toBe(404);
  await visit(page, site.origin + addresses.en.blog);
  await page.getByRole('banner').getByRole('link', { name: texts.en.shell.navigation.pricing, exact: true }).click();
  await expect(page.getByRole('heading', { level: 1, name: texts.en.marketing.pricing.title })).toBeVisible();
});

test('when the browser can not load a remote, the page stays as the server sent it, and links lead on', async ({
  page,
  watched,
}) => {
  watched.allow(/Failed to load|SITE-HYDRATION|SITE-REMOTE|already registered/);
  await page.route('**/assets/blog/**/*.js', (route) => route.abort());
  await visit(page, addresses.en.blog);
  await expect(page.getByRole('heading', { level: 1, name: texts.en.blog.list.title })).toBeVisible();
  await expect(page.getByRole('article').first()).toBeVisible();
  await page.getByRole('banner').getByRole('link', { name: texts.en.shell.navigation.team, exact: true }).click();
  await expect(page.getByRole('heading', { level: 1, name: texts.en.marketing.team.title })).toBeVisible();
});
