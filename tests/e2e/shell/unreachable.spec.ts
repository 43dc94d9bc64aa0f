import type { Page } from '@playwright/test';
import { addresses, languages } from '@site/testkit/site/addresses.ts';
import { texts } from '@site/testkit/site/texts.ts';
import { expect, test } from '../support/test.ts';
import { firstTierIf } from '../support/tiers.ts';
import { isMarked, markDocument, visit } from '../support/visitor.ts';

const messageOn = (page: Page) => page.getByRole('alert');

for (const language of languages) {
  const { common, navigation } = texts[language].shell;

  test(
    `without a network, a click keeps the ${language} page and says why; the visitor can try again`,
    firstTierIf(language === 'en'),
    async ({ page, context, watched }) => {
      watched.allow(/Failed to load resource|SITE-PAGE|SITE-NAVIGATION|net::ERR_INTERNET_DISCONNECTED/);
      await visit(page, addresses[language].services);
      await markDocument(page);
      await context.setOffline(true);
      await page.getByRole('banner').getByRole('link', { name: navigation.pricing, exact: true }).click();
      await expect(messageOn(page)).toContainText(common.unreachable);
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(texts[language].marketing.services.title);
      expect(await isMarked(page)).toBe(true);

      const again = messageOn(page).getByRole('button', { name: common.tryAgain });
      await again.click();
      await expect(page.getByRole('progressbar')).toHaveCount(0);
      await expect(messageOn(page), 'still no network').toContainText(common.unreachable);

      await context.setOffline(false);
      await again.click();
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(texts[language].marketing.pricing.title);
      await expect(messageOn(page)).toHaveCount(0);
    },
  );
}

test('without a network, Back ends the message on the page that stayed', async ({ page, context, watched }) => {
  watched.allow(/Failed to load resource|SITE-PAGE|SITE-NAVIGATION|net::ERR_INTERNET_DISCONNECTED/);
  await visit(page, addresses.en.services);
  await markDocument(page);
  await context.setOffline(true);
  await page.getByRole('banner').getByRole('link', { name: texts.en.shell.navigation.blog, exact: true }).click();
  await expect(messageOn(page)).toBeVisible();
  await page.goBack();
  await expect(page).toHaveURL(addresses.en.services);
  await expect(messageOn(page)).toHaveCount(0);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(texts.en.marketing.services.title);
  expect(await isMarked(page)).toBe(true);
});
