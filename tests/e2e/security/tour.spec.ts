import type { Page } from '@playwright/test';
import { addresses } from '@site/testkit/site/addresses.ts';
import { ask } from '@site/testkit/site/http.ts';
import { keptByBrowsers } from '@site/testkit/site/policies.ts';
import { previewQuery } from '@site/testkit/site/releases.ts';
import { texts } from '@site/testkit/site/texts.ts';
import { expect, goodMessage, test } from '../contact/contactTest.ts';
import { failedResource } from '../support/test.ts';
import { markDocument, visit, waitForHydration } from '../support/visitor.ts';

const { shell, marketing, blog, contact } = texts.en;

const follow = (page: Page, place: 'banner' | 'main' | 'contentinfo', name: string): Promise<void> =>
  page.getByRole(place).getByRole('link', { name, exact: true }).first().click();

const expectTitle = (page: Page, name: string): Promise<void> =>
  expect(page.getByRole('heading', { level: 1, name })).toBeVisible();

/** Only a tab that was open during a release keeps it: see oldTab.all.spec.ts. */
const ofOldTabs = 'outdated';

// Any policy violation fails this test, as in every other browser test.
test('a visitor who goes everywhere and uses everything violates no security policy, and keeps all that the privacy policy names', async ({
  page,
  context,
  form,
  site,
  watched,
}) => {
  watched.allow(failedResource);
  await visit(page, addresses.en.home);
  await markDocument(page);
  await page.getByRole('main').locator('summary').last().click();
  await follow(page, 'banner', shell.navigation.services);
  await expectTitle(page, marketing.services.title);
  await follow(page, 'banner', shell.navigation.pricing);
  await expectTitle(page, marketing.pricing.title);
  await follow(page, 'banner', shell.navigation.team);
  await expectTitle(page, marketing.team.title);
  await follow(page, 'contentinfo', shell.footer.legal.privacy);
  await expectTitle(page, marketing.privacy.title);
  await follow(page, 'contentinfo', shell.footer.legal.terms);
  await expectTitle(page, marketing.legal.title);

  await follow(page, 'banner', shell.navigation.blog);
  await expectTitle(page, blog.list.title);
  await expect(page.locator('iframe').first().contentFrame().locator('img'), 'filled by hand').toBeVisible();
  await follow(page, 'banner', shell.navigation.contact);
  await expectTitle(page, contact.contact.head.title);
  const map = page.locator('iframe').contentFrame();
  await expect(map.getByRole('link')).toHaveAttribute('href', /^https:\/\/www\.openstreetmap\.org\//);
  await expect(map.getByRole('link'), 'the sheet of the frame is there').toHaveCSS('position', 'absolute');
  await form.fill(goodMessage);
  await form.button.click();
  await expect(form.confirmation).toBeVisible();
  expect(await page.evaluate(() => document.documentElement.dataset.marked), 'all in one document').toBe('');

  await page.goBack();
  await expectTitle(page, blog.list.title);
  await page.setViewportSize({ width: 390, height: 844 });
  await page.getByRole('banner').locator('summary').click();
  await page.getByRole('banner').getByRole('link', { name: 'Français' }).click();
  await waitForHydration(page);
  await expect(page).toHaveURL(addresses.fr.home);
  for (const path of [addresses.fr.article, addresses.es.company, addresses.es.notFound, '/']) await page.goto(path);
  await expect(page).toHaveURL(addresses.es.home);

  const { body } = await ask(site, addresses.en.blog);
  const release = /data-release="([^"]+)"/.exec(body)?.[1] ?? '';
  await visit(page, `${addresses.en.blog}?${previewQuery('blog', release)}&boundaries`);
  await expect(page.locator('.preview-badge')).toContainText(`blog@${release}`);

  const notes = await page.evaluate(() => [...Object.keys(localStorage), ...Object.keys(sessionStorage)]);
  const cookies = await context.cookies();
  const kept = [...notes, ...cookies.map(({ name }) => name), ofOldTabs];
  expect.soft(kept.toSorted()).toEqual(keptByBrowsers.inEveryLanguage.toSorted());
  for (const { name, expires } of cookies) expect(expires, `${name} goes when the browser is closed`).toBe(-1);
});
