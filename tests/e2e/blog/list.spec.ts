import { addresses, languages } from '@site/testkit/site/addresses.ts';
import { news, texts } from '@site/testkit/site/texts.ts';
import { runCli } from '../support/serverTest.ts';
import { expect, test } from '../support/test.ts';
import { firstTierIf, secondTier } from '../support/tiers.ts';
import { isMarked, markDocument, visit } from '../support/visitor.ts';

// In order, in one worker: they share the pages that they read.
test.describe.configure({ mode: 'default' });

for (const language of languages) {
  test(
    `the ${language} blog lists each article with its source, date, title and a link`,
    firstTierIf(language === 'fr'),
    async ({ read }) => {
      const page = await read(addresses[language].blog);
      const { list } = texts[language].blog;
      await expect(page.getByRole('heading', { level: 1, name: list.title })).toBeVisible();
      await expect(page.getByText(list.lead)).toBeVisible();
      const articles = page.getByRole('main').getByRole('article');
      await expect(articles).toHaveCount(news[language].length);
      for (const [index, item] of news[language].entries()) {
        const article = articles.nth(index);
        await expect(article.getByRole('heading', { level: 2 })).toHaveText(item.title);
        await expect(article.getByText(item.source, { exact: true })).toBeVisible();
        expect(item.publication_date).toMatch(/^\d{4}-\d\d-\d\d$/);
        await expect(article.getByText(item.publication_date, { exact: true })).toBeVisible();
        const link = article.getByRole('link', { name: list.readMore });
        await expect(link).toHaveAttribute('href', `/${language}/blog/${item.slug}`);
        await expect(link).toHaveAttribute('target', '_blank');
        await expect(link).toHaveAttribute('rel', /noopener/);
      }
    },
  );

  test(
    `there are at least eight ${language} sample articles; two are videos that play in the list`,
    firstTierIf(language === 'fr'),
    async ({ read }) => {
      const videos = news[language].filter(({ type }) => type === 'youtube');
      expect(news[language].length).toBeGreaterThanOrEqual(8);
      expect(videos).toHaveLength(2);
      const page = await read(addresses[language].blog);
      await expect(page.getByRole('main').locator('iframe')).toHaveCount(videos.length);
      for (const { title, url_video = '' } of videos) {
        const article = page.getByRole('article').filter({ hasText: title });
        const id = new URL(url_video).searchParams.get('v');
        await expect(article.locator('iframe')).toHaveAttribute('src', `https://www.youtube-nocookie.com/embed/${id}`);
      }
    },
  );
}

test('an article opens in a new tab, and the list stays open', secondTier, async ({ page, context }) => {
  await visit(page, addresses.en.blog);
  const opened = context.waitForEvent('page');
  await page.getByRole('link', { name: texts.en.blog.list.readMore }).first().click();
  const tab = await opened;
  await expect(tab).toHaveURL(addresses.en.article);
  await expect(tab.getByRole('heading', { level: 1 })).toHaveText(news.en[0].title);
  await expect(page).toHaveURL(addresses.en.blog);
});

test('a visitor who returns to the list sees the news added meanwhile', secondTier, async ({ page, startOwnSite }) => {
  const site = await startOwnSite();
  await visit(page, site.origin + addresses.en.blog);
  await markDocument(page);
  const title = 'Fresh from the press';
  await runCli('news', site, 'add', '--lang', 'en', '--title', title, '--link', 'https://example.org/fresh');
  const bar = page.getByRole('banner');
  await bar.getByRole('link', { name: texts.en.shell.navigation.team, exact: true }).click();
  await expect(page.getByRole('heading', { level: 1, name: texts.en.marketing.team.title })).toBeVisible();
  await bar.getByRole('link', { name: texts.en.shell.navigation.blog, exact: true }).click();
  await expect(page.getByRole('heading', { level: 2, name: title })).toBeVisible();
  expect(await isMarked(page)).toBe(true);
  await page.reload();
  await expect(page.getByRole('heading', { level: 2, name: title }), 'also on the server, at once').toBeVisible();
});

test('an empty blog shows a friendly message', secondTier, async ({ page, startOwnSite }) => {
  const site = await startOwnSite();
  const listed = await runCli('news', site, 'list', '--lang', 'es');
  const uids = listed.match(/\bes-[\w-]+/g) ?? [];
  await Promise.all(uids.map((uid) => runCli('news', site, 'remove', uid)));
  await visit(page, site.origin + addresses.es.blog);
  await expect(page.getByText(texts.es.blog.list.empty)).toBeVisible();
});
