import { cp, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { addresses, languages } from '@site/testkit/site/addresses.ts';
import { temporaryFolder } from '@site/testkit/site/folders.ts';
import { ask } from '@site/testkit/site/http.ts';
import { outputOf, siteProgram } from '@site/testkit/site/program.ts';
import { sharedSettings, testedReleases } from '@site/testkit/site/releases.ts';
import { texts } from '@site/testkit/site/texts.ts';
import { degraded, metricsToken, readiness, readMetrics } from '../operations/askOperations.ts';
import { test as base, expect } from '../support/test.ts';
import { secondTier } from '../support/tiers.ts';
import { visit } from '../support/visitor.ts';
import { hidesPages } from './hidesPages.ts';

interface OwnReleases {
  /** A copy of the store, to be damaged. */
  readonly releases: string;
}

const test = base.extend<OwnReleases>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the requested fixtures from this pattern
  releases: async ({}, use) => {
    const releases = await temporaryFolder('releases');
    await cp(testedReleases, releases, { recursive: true });
    await use(releases);
    await rm(releases, { recursive: true, force: true });
  },
});

const lacking = (remote: string) => degraded('remotes', new RegExp(remote));

test('without the blog, its pages are 404, no link leads there, other pages work, and the operator sees what is missing', async ({
  releases,
  startOwnSite,
}) => {
  await rm(join(releases, 'blog'), { recursive: true });
  const site = await startOwnSite({ releases, environment: { METRICS_TOKEN: metricsToken } });
  for (const language of languages) {
    const { blog, article, home, contact } = addresses[language];
    const { title: notFound } = texts[language].shell.notFound;
    await hidesPages(site, { language, gone: [blog, article], others: [home, contact], notFound });
    // It may be back soon: what it offers to readers and other sites stays.
    for (const path of [`${home}/atom.xml`, `/api/v1/blog/${language}`])
      expect((await ask(site, path)).status, path).toBe(200);
  }
  expect(await readiness(site)).toEqual(lacking('blog'));
  const metrics = await readMetrics(site);
  expect(metrics.get('site_remote_up{remote="blog"}')).toBe(0);
  expect(metrics.get('site_remote_up{remote="contact"}')).toBe(1);
  expect(site.output().match(/SITE-REMOTE/g)).toHaveLength(1);
  const listed = await outputOf(siteProgram, ['list'], {
    ...sharedSettings(releases),
    DATA_DIR: site.dataDir,
  });
  expect(listed).toMatch(/^blog\n {2}RELEASE-POINTER No version of blog is live/m);
});

test(
  'a page that mentions the missing contact page keeps its words without a link, and other links work',
  secondTier,
  async ({ page, releases, startOwnSite }) => {
    await rm(join(releases, 'contact'), { recursive: true });
    const site = await startOwnSite({ releases });
    await visit(page, site.origin + addresses.en.services);
    const toContact = page.locator(`a[href^="${addresses.en.contact}"]`);
    await expect(page.getByRole('main')).toContainText(texts.en.marketing.services.write);
    await expect(toContact).toHaveCount(0);
    const { navigation } = texts.en.shell;
    await page.getByRole('banner').getByRole('link', { name: navigation.team, exact: true }).click();
    await expect(page.getByRole('heading', { level: 1, name: texts.en.marketing.team.title })).toBeVisible();
    await expect(toContact).toHaveCount(0);
  },
);

test(
  'a remote whose pointer disappears while the site runs stays live, and the log and the probe say so',
  secondTier,
  async ({ page, releases, startOwnSite }) => {
    const site = await startOwnSite({ releases });
    await rename(join(releases, 'blog/current.json'), join(releases, 'blog/moved.json'));
    await expect.poll(() => site.output()).toContain('There is no blog/current.json');
    await expect.poll(() => readiness(site)).toEqual(degraded('store', /RELEASE-POINTER/));
    await visit(page, site.origin + addresses.en.home);
    await page.getByRole('banner').getByRole('link', { name: texts.en.shell.navigation.blog, exact: true }).click();
    await expect(page.getByRole('heading', { level: 1, name: texts.en.blog.list.title })).toBeVisible();
  },
);

test('when the browser cannot load a remote, the page stays as the server sent it, and links still work', async ({
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
