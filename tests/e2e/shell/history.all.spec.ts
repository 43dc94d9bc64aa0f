import type { Page } from '@playwright/test';
import { addresses } from '@site/testkit/site/addresses.ts';
import { texts } from '@site/testkit/site/texts.ts';
import { expect, test } from '../support/test.ts';
import { visit } from '../support/visitor.ts';

const scrollTo = (page: Page, top: number) =>
  page.evaluate((place) => window.scrollTo({ top: place, behavior: 'instant' }), top);

async function expectPlace(page: Page, name: 'services' | 'team', top: number): Promise<void> {
  await expect(page).toHaveURL(addresses.en[name]);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(texts.en.marketing[name].title);
  await expect.poll(() => page.evaluate((place) => Math.abs(scrollY - place), top)).toBeLessThan(20);
}

// In a browser that has the web fonts. While they come, it keeps the visible text in place, not the exact scroll position.
test.beforeEach(({ page }) => page.addInitScript(() => localStorage.setItem('fonts', '')));

test('a visitor who goes back before the page changes finds every page at its scroll position', async ({ page }) => {
  // For the cross-fade, a browser first captures the old page. Here, the test decides when that ends.
  await page.addInitScript(() => {
    const start = document.startViewTransition.bind(document);
    const { promise: isTaken, resolve: take } = Promise.withResolvers<void>();
    addEventListener('picture-taken', () => take());
    document.startViewTransition = (update) => {
      document.documentElement.dataset.changing = '';
      return start(async () => {
        await isTaken;
        await (update as () => void)();
      });
    };
  });
  await visit(page, addresses.en.services);
  await scrollTo(page, 1500);
  await page
    .getByRole('banner')
    .getByRole('link', { name: texts.en.shell.navigation.team, exact: true })
    .evaluate((link: HTMLAnchorElement) => link.click());
  await expect(page.locator('html')).toHaveAttribute('data-changing');
  await page.evaluate(() => history.back());
  await expect(page).toHaveURL(addresses.en.services);
  await page.evaluate(() => dispatchEvent(new Event('picture-taken')));
  await expectPlace(page, 'services', 1500);
  await page.evaluate(() => history.forward());
  await expectPlace(page, 'team', 0);
});

test('a visitor who goes back during a scroll to a section, and then forward, is at the section', async ({ page }) => {
  await visit(page, addresses.en.services);
  const link = page.getByRole('article').last().getByRole('link');
  // In one task: the scroll to the section has barely started.
  await link.evaluate((element: HTMLAnchorElement) => {
    addEventListener('scroll', () => history.back(), { once: true });
    element.click();
  });
  await expect(page).toHaveURL(addresses.en.services);
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(0);
  await page.goForward();
  await expect(page).toHaveURL(`${addresses.en.services}#email`);
  const distance = () =>
    page.locator('#email').evaluate((section) => {
      const { scrollPaddingTop } = getComputedStyle(document.documentElement);
      return Math.abs(Math.round(section.getBoundingClientRect().top - Number.parseFloat(scrollPaddingTop)));
    });
  await expect.poll(distance).toBe(0);
});

test('a visitor who comes back from another document finds every page at its scroll position', async ({ page }) => {
  await visit(page, addresses.en.services);
  await scrollTo(page, 1500);
  await page.getByRole('banner').getByRole('link', { name: texts.en.shell.navigation.team, exact: true }).click();
  await expectPlace(page, 'team', 0);
  await scrollTo(page, 300);
  await page.goto('/robots.txt');
  // In a separate task: the step leaves the document, in which nothing can be evaluated afterwards.
  await page.evaluate(() => void setTimeout(() => history.go(-2)));
  await expectPlace(page, 'services', 1500);
  await page.evaluate(() => history.forward());
  await expectPlace(page, 'team', 300);
});
