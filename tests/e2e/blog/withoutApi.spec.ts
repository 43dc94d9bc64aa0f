import { addresses } from '@site/testkit/site/addresses.ts';
import { ask, textOf } from '@site/testkit/site/http.ts';
import { texts } from '@site/testkit/site/texts.ts';
import { expect, failedResource, test } from '../support/test.ts';
import { secondTier } from '../support/tiers.ts';
import { visit, waitForHydration } from '../support/visitor.ts';

/** No server listens at this address. */
const environment = { API_ORIGIN: 'http://127.0.0.1:9' };

/** Words that would reveal a failure to the visitor. */
const apology = /error|erreur|sorry|failed|wrong|unavailable|502|503|504/i;

test('when the API is down, the blog shows no articles and no error', async ({ page, watched, startOwnSite }) => {
  watched.allow(failedResource);
  const site = await startOwnSite({ environment });
  const { status, body } = await ask(site, addresses.en.blog);
  expect(status).toBe(200);
  expect(textOf(body)).toContain(texts.en.blog.list.title);
  await visit(page, site.origin + addresses.en.blog);
  await expect(page.getByRole('heading', { level: 1, name: texts.en.blog.list.title })).toBeVisible();
  await expect(page.getByRole('article')).toHaveCount(0);
  await expect(page.getByRole('main')).not.toContainText(apology);
  await expect(page.getByRole('contentinfo')).toBeVisible();
});

test(
  'when the API is down, an article links back to the blog and shows no error',
  secondTier,
  async ({ page, watched, startOwnSite }) => {
    watched.allow(failedResource);
    const site = await startOwnSite({ environment });
    expect((await ask(site, addresses.fr.article)).status).toBe(200);
    await visit(page, site.origin + addresses.fr.article);
    await expect(page.getByRole('main')).not.toContainText(apology);
    await page.getByRole('link', { name: texts.fr.blog.redirect.back }).click();
    await expect(page).toHaveURL(site.origin + addresses.fr.blog);
  },
);

test('when the API fails during a visit, the blog still opens', async ({ page, watched }) => {
  watched.allow(failedResource);
  await visit(page, addresses.en.home);
  await page.route('**/api/v1/**', (route) => route.abort('connectionrefused'));
  await page.getByRole('banner').getByRole('link', { name: texts.en.shell.navigation.blog, exact: true }).click();
  await expect(page.getByRole('heading', { level: 1, name: texts.en.blog.list.title })).toBeVisible();
  await expect(page.getByRole('main')).not.toContainText(apology);
});

test('a failed API request is logged', secondTier, async ({ page, watched, startOwnSite }) => {
  watched.allow(failedResource);
  const site = await startOwnSite({ environment });
  await page.goto(site.origin + addresses.en.blog);
  await waitForHydration(page);
  await expect.poll(() => site.output()).toMatch(/blog\/en/);
});
