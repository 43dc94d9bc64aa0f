import type { Page } from '@playwright/test';
import { addresses, languages } from '@site/testkit/site/addresses.ts';
import { texts } from '@site/testkit/site/texts.ts';
import { expect, test } from '../support/test.ts';
import { firstTierIf, secondTier } from '../support/tiers.ts';
import { isMarked, markDocument, visit, waitForHydration } from '../support/visitor.ts';

test.use({ viewport: { width: 390, height: 844 } });

const menuOf = (page: Page) => {
  const bar = page.getByRole('banner');
  return { button: bar.locator('summary'), links: bar.locator('details').getByRole('link') };
};

for (const language of languages) {
  test(
    `on a phone the ${language} links are behind a button that opens and closes them`,
    firstTierIf(language === 'es'),
    async ({ page }) => {
      await visit(page, addresses[language].home);
      const { navigation } = texts[language].shell;
      const { button, links } = menuOf(page);
      await expect(button).toHaveText(navigation.openMenu, { useInnerText: true });
      await expect(links.first()).toBeHidden();
      await button.click();
      await expect(button).toHaveText(navigation.closeMenu, { useInnerText: true });
      await expect(links).toHaveText([
        navigation.services,
        navigation.pricing,
        navigation.team,
        navigation.blog,
        'English',
        'Français',
        'Español',
        navigation.contact,
      ]);
      for (const link of await links.all()) await expect(link).toBeVisible();
      await button.click();
      await expect(links.first()).toBeHidden();
    },
  );
}

test('a menu link leads to its page, and the menu closes', secondTier, async ({ page }) => {
  await visit(page, addresses.fr.home);
  const { button, links } = menuOf(page);
  await button.click();
  await links.filter({ hasText: texts.fr.shell.navigation.pricing }).click();
  await expect(page).toHaveURL(addresses.fr.pricing);
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
  await expect(links.first()).toBeHidden();
});

test('the page behind the open menu cannot scroll', secondTier, async ({ page }) => {
  await visit(page, addresses.en.home);
  const { button } = menuOf(page);
  await button.click();
  await expect(page.locator(':root')).toHaveCSS('overflow', 'hidden');
  await button.click();
  await expect(page.locator(':root')).toHaveCSS('overflow', 'visible');
});

test('Escape closes the menu and returns the focus to its button', async ({ page }) => {
  await visit(page, addresses.en.home);
  const { button, links } = menuOf(page);
  await button.focus();
  await page.keyboard.press('Enter');
  await expect(links.first()).toBeVisible();
  await page.keyboard.press('Tab');
  await expect(links.first()).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(links.first()).toBeHidden();
  await expect(button).toBeFocused();
});

test('the menu closes when the focus leaves it', secondTier, async ({ page }) => {
  await visit(page, addresses.en.home);
  const { button, links } = menuOf(page);
  await button.click();
  await links.last().focus();
  await page.keyboard.press('Tab');
  await expect(links.first(), 'the menu makes room for what has the focus').toBeHidden();
  await expect(page.locator(':focus')).toBeInViewport();
});

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  test('the menu opens and closes, and its links work', async ({ page }) => {
    await page.goto(addresses.es.home);
    const { button, links } = menuOf(page);
    await button.click();
    await expect(links.first()).toBeVisible();
    await button.click();
    await expect(links.first()).toBeHidden();
    await button.click();
    await links.filter({ hasText: texts.es.shell.navigation.team }).click();
    await expect(page).toHaveURL(addresses.es.team);
  });
});

test('a menu that is opened before the scripts load stays open, and its links navigate without a page load', async ({
  page,
}) => {
  const { promise: isOpen, resolve: open } = Promise.withResolvers<void>();
  await page.route('**/assets/**/*.js', async (route) => {
    await isOpen;
    await route.continue();
  });
  await page.goto(addresses.en.home, { waitUntil: 'commit' });
  const { button, links } = menuOf(page);
  await button.click();
  await expect(links.first()).toBeVisible();
  open();
  await waitForHydration(page);
  await expect(links.first()).toBeVisible();
  await markDocument(page);
  await links.filter({ hasText: texts.en.shell.navigation.pricing }).click();
  await expect(page).toHaveURL(addresses.en.pricing);
  expect(await isMarked(page)).toBe(true);
});

test(
  'an open menu stays open when the window grows; once it is closed, the bar shows everything',
  secondTier,
  async ({ page }) => {
    await visit(page, addresses.en.home);
    const { button, links } = menuOf(page);
    await button.click();
    await page.setViewportSize({ width: 1280, height: 800 });
    await expect(links.first()).toBeVisible();
    await button.click();
    await expect(button).toBeHidden();
    await expect(
      page.getByRole('banner').getByRole('link', { name: texts.en.shell.navigation.services }),
    ).toBeVisible();
  },
);
