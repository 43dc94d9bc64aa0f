import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type RunningSite, startSite } from '@site/testkit/site/servers.ts';
import { texts } from '@site/testkit/site/texts.ts';
import { runCli } from '../support/serverTest.ts';
import { expect, test } from '../support/test.ts';
import { secondTier } from '../support/tiers.ts';
import { visit } from '../support/visitor.ts';

/** Links that must never redirect a visitor. The command warns when such an item is added: `api/src/cli/news.all.test.ts`. */
const unsafeLinks = [
  'javascript:alert(document.domain)',
  'data:text/html,hello',
  '//evil.example/',
  'https:\\\\evil.example',
];

const item = (slug: string, others: object = {}) => ({
  uid: slug,
  language: 'en',
  slug,
  title: 'Beware',
  source: 'Elsewhere',
  publication_date: '2030-01-01',
  ...others,
});

const odd = [
  item('without-link', { language: 'fr' }),
  item('nowhere-to-go'),
  ...unsafeLinks.map((link, index) => item(`unsafe-${index}`, { link })),
  item('strange-film', {
    title: 'Strange film',
    type: 'youtube',
    link: 'https://example.org/',
    url_video: 'https://www.youtube.com.evil.example/watch?v=cCOL7MC4Pl0',
  }),
];

// All tests share one site: starting it takes longer than most of them.
test.describe.configure({ mode: 'default' });

let site: RunningSite;
test.beforeAll(async () => {
  site = await startSite();
  const file = join(site.dataDir, 'odd.json');
  await writeFile(file, JSON.stringify(odd));
  expect(await runCli('news', site, 'import', file)).toContain(`${odd.length} added`);
});
test.afterAll(() => site.stop());

test('an article without a link redirects to the home page at once', async ({ page }) => {
  await page.goto(`${site.origin}/fr/blog/without-link`);
  await expect(page).toHaveURL(`${site.origin}/fr`);
  await expect(page.getByText(texts.fr.marketing.home.hero.lead)).toBeVisible();
});

test('a link that is not an http(s) address is ignored and logged', secondTier, async ({ page }) => {
  for (const [index, link] of unsafeLinks.entries()) {
    await page.goto(`${site.origin}/en/blog/unsafe-${index}`);
    await expect(page, link).toHaveURL(`${site.origin}/en`);
  }
  expect(site.output()).toMatch(/"uid":"unsafe-0".*not allowed/);
});

test('a video from an unknown host is not embedded, and is logged', async ({ page }) => {
  await visit(page, `${site.origin}/en/blog`);
  const article = page.getByRole('article').filter({ hasText: 'Strange film' });
  await expect(article).toBeVisible();
  await expect(article.locator('iframe')).toHaveCount(0);
  await visit(page, `${site.origin}/en/blog/strange-film`);
  await expect(page.locator('iframe')).toHaveCount(0);
  expect(site.output()).toMatch(/"uid":"strange-film".*not allowed/);
});

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  test('an article without a link redirects to the language selection', secondTier, async ({ page }) => {
    await page.goto(`${site.origin}/en/blog/nowhere-to-go`);
    await expect(page).toHaveURL(`${site.origin}/`);
    for (const name of ['English', 'Français', 'Español']) await expect(page.getByRole('link', { name })).toBeVisible();
  });
});
