import { texts } from '@site/testkit/site/texts.ts';
import { runCli } from '../support/serverTest.ts';
import { expect, test } from '../support/test.ts';
import { visit } from '../support/visitor.ts';

/** Links that must never redirect a visitor. The command warns when such an item is added. */
const unsafeLinks = [
  'javascript:alert(document.domain)',
  'data:text/html,hello',
  '//evil.example/',
  'https:\\\\evil.example',
];

test('an article without a link redirects to the home page at once', async ({ page, startOwnSite }) => {
  const site = await startOwnSite();
  await runCli('news', site, 'add', '--lang', 'fr', '--title', 'Sans adresse');
  await page.goto(`${site.origin}/fr/blog/sans-adresse`);
  await expect(page).toHaveURL(`${site.origin}/fr`);
  await expect(page.getByText(texts.fr.marketing.home.hero.lead)).toBeVisible();
});

test('a link that is not an http(s) address is ignored and logged', async ({ page, startOwnSite }) => {
  const site = await startOwnSite();
  for (const [index, link] of unsafeLinks.entries()) {
    const said = await runCli(
      'news',
      site,
      'add',
      '--lang',
      'en',
      '--title',
      'Beware',
      '--slug',
      `unsafe-${index}`,
      '--link',
      link,
    );
    expect(said).toContain('no http(s) address');
    await page.goto(`${site.origin}/en/blog/unsafe-${index}`);
    await expect(page, link).toHaveURL(`${site.origin}/en`);
  }
  expect(site.program.output()).toContain('not allowed');
});

test('a video from an unknown host is not embedded, and is logged', async ({ page, startOwnSite }) => {
  const site = await startOwnSite();
  const video = [
    '--link',
    'https://example.org/',
    '--video',
    'https://www.youtube.com.evil.example/watch?v=cCOL7MC4Pl0',
  ];
  await runCli('news', site, 'add', '--lang', 'en', '--title', 'Strange film', '--type', 'youtube', ...video);
  await visit(page, `${site.origin}/en/blog`);
  const article = page.getByRole('article').filter({ hasText: 'Strange film' });
  await expect(article).toBeVisible();
  await expect(article.locator('iframe')).toHaveCount(0);
  await visit(page, `${site.origin}/en/blog/strange-film`);
  await expect(page.locator('iframe')).toHaveCount(0);
  expect(site.program.output()).toContain('not allowed');
});

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  test('an article without a link redirects to the language selection', async ({ page, startOwnSite }) => {
    const site = await startOwnSite();
    await runCli('news', site, 'add', '--lang', 'en', '--title', 'Nowhere to go');
    await page.goto(`${site.origin}/en/blog/nowhere-to-go`);
    await expect(page).toHaveURL(`${site.origin}/`);
    for (const name of ['English', 'Français', 'Español']) await expect(page.getByRole('link', { name })).toBeVisible();
  });
});
