import { addresses, type PageName } from '@site/testkit/site/addresses.ts';
import { titleOf } from '@site/testkit/site/http.ts';
import { texts } from '@site/testkit/site/texts.ts';
import { expect, failedResource, test } from '../support/test.ts';
import { firstTierIf, secondTier } from '../support/tiers.ts';
import { visit } from '../support/visitor.ts';
import { savesData, showsFocus } from './showsFocus.ts';

const windows = [
  { what: 'with a desktop window', viewport: { width: 1280, height: 800 } },
  { what: 'at 400 % zoom', viewport: { width: 320, height: 256 } },
];

for (const { what, viewport } of windows) {
  test.describe(() => {
    test.use({ viewport, contextOptions: { reducedMotion: 'reduce' } });

    for (const [name, address] of Object.entries(addresses.en)) {
      test(
        `a visitor ${what} sees the focus everywhere on the page ${name}, also with forced colours`,
        firstTierIf(viewport.width === 1280 && (name === 'home' || name === 'contact')),
        async ({ page, watched }) => {
          watched.allow(failedResource);
          await savesData(page);
          // `?stay` prevents the redirect.
          await visit(page, name === 'article' ? `${address}?stay=` : address);
          await showsFocus(page);
        },
      );
    }
  });
}

test('a visitor who follows a footer link at once starts at the top of the new page', secondTier, async ({ page }) => {
  await visit(page, addresses.en.home);
  await page.keyboard.press('Tab');
  const link = page.getByRole('contentinfo').getByRole('link', { name: texts.en.shell.footer.company.about });
  await link.evaluate((element) => element.focus());
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: texts.en.marketing.team.title })).toBeFocused();
  await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));
  expect(await page.evaluate(() => scrollY)).toBe(0);
});

test('keyboard navigation moves the focus to the new heading and announces the page title', async ({ page, site }) => {
  const steps: readonly (readonly [PageName, string])[] = [
    ['pricing', texts.es.shell.navigation.pricing],
    ['team', texts.es.shell.navigation.team],
  ];
  await visit(page, addresses.es.home);
  const announcement = page.locator('[aria-live="polite"]');
  await expect(announcement, 'the browser announces the first page itself').toBeEmpty();
  for (const [name, text] of steps) {
    await page.getByRole('banner').getByRole('link', { name: text, exact: true }).focus();
    await page.keyboard.press('Enter');
    await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
    await expect(page).toHaveURL(addresses.es[name]);
    const answer = await fetch(site.origin + addresses.es[name]);
    await expect(announcement).toHaveText(titleOf(await answer.text()) ?? '');
  }
});

test('a visitor who comes Back is on the link that they followed, and Forward on the heading', async ({ page }) => {
  await visit(page, addresses.en.home);
  const heading = page.getByRole('heading', { level: 1 });
  for (const link of [
    page.getByRole('link', { name: texts.en.marketing.home.features.visibility.link, exact: true }),
    page.getByRole('contentinfo').getByRole('link', { name: texts.en.shell.footer.company.about }),
  ]) {
    await link.focus();
    await page.keyboard.press('Enter');
    await expect(page).not.toHaveURL(addresses.en.home);
    await expect(page.getByRole('main').getByRole('heading').and(page.locator(':focus'))).toHaveCount(1);
    await page.goBack();
    await expect(link).toBeFocused();
    await expect(link).toBeInViewport();
    await page.goForward();
    await expect(heading).toBeFocused();
    await page.goBack();
    await expect(link).toBeFocused();
  }
});
