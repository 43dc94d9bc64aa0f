import type { Page } from '@playwright/test';
import { addresses } from '@site/testkit/site/addresses.ts';
import { texts } from '@site/testkit/site/texts.ts';
import { expect, test } from '../support/test.ts';
import { visit } from '../support/visitor.ts';

const { shell, marketing } = texts.en;

declare global {
  interface Window {
    passFrame(): void;
    releaseFrames(): void;
  }
}

const heading = (page: Page) => page.getByRole('heading', { level: 1 });

/** Lets the next frame pass. */
const passFrame = (page: Page): Promise<void> => page.evaluate(() => window.passFrame());

/** Lets all frames pass. */
const releaseFrames = (page: Page): Promise<void> => page.evaluate(() => window.releaseFrames());

/**
 * On the home page, follows the link to the services, whose page waits. Each frame waits for the test: here the services are
 * painted, and React still has the home page.
 */
async function revealServices(page: Page): Promise<void> {
  await visit(page, addresses.en.home);
  const link = page.getByRole('banner').getByRole('link', { name: shell.navigation.services, exact: true });
  await link.hover();
  await expect(page.locator('[data-waiting] h1')).toHaveCount(1);
  await page.evaluate(() => {
    const { requestAnimationFrame } = window;
    const waiting: FrameRequestCallback[] = [];
    window.requestAnimationFrame = (callback) => waiting.push(callback);
    window.passFrame = () => {
      for (const callback of waiting.splice(0)) callback(performance.now());
    };
    window.releaseFrames = () => {
      Object.assign(window, { requestAnimationFrame });
      window.passFrame();
    };
  });
  await link.click();
  await expect(page).toHaveURL(addresses.en.services);
  await passFrame(page);
  await expect(heading(page)).toHaveText(marketing.services.title);
}

/** The page is whole: nothing of another one is left, and React has it. */
async function expectOnly(page: Page, title: string): Promise<void> {
  await expect(heading(page)).toHaveText(title);
  await expect(page.locator('main h1')).toHaveCount(1);
  await expect(page.locator('main > :visible')).toHaveCount(1);
}

test('a page that waits is shown before React has removed the old one, with its title, from its top', async ({
  page,
}) => {
  await revealServices(page);
  await expect(page).toHaveTitle(new RegExp(`^${marketing.routes.services.title}`));
  await expect(page.locator('main h1')).toHaveCount(2);
  expect(await page.evaluate(() => window.scrollY)).toBe(0);
  await passFrame(page);
  await expect(heading(page)).toBeFocused();
  await expectOnly(page, marketing.services.title);
  await expect(page.getByRole('banner').locator('[aria-current="page"]').first()).toHaveText(shell.navigation.services);
});

test('a visitor who goes back before React has followed gets the page before, at the link', async ({ page }) => {
  await revealServices(page);
  await page.goBack();
  await expect(page).toHaveURL(addresses.en.home);
  await expect(page.getByRole('link', { name: shell.navigation.services, exact: true }).first()).toBeFocused();
  await releaseFrames(page);
  await expect(page.getByText(marketing.home.hero.lead)).toBeVisible();
  await expect(page.locator('main h1')).toHaveCount(1);
});

test('a visitor who follows another link before React has followed gets that page', async ({ page }) => {
  await revealServices(page);
  await page.evaluate((path) => document.querySelector<HTMLElement>(`a[href="${path}"]`)?.click(), addresses.en.team);
  await expect(page).toHaveURL(addresses.en.team);
  await releaseFrames(page);
  await expectOnly(page, marketing.team.title);
});

test('a visitor who goes to a section before React has followed gets there', async ({ page }) => {
  await revealServices(page);
  const section = page.locator('main a[href^="#"]:visible').first();
  const hash = await section.getAttribute('href');
  await section.evaluate((link: HTMLElement) => link.click());
  await expect(page).toHaveURL(addresses.en.services + hash);
  await releaseFrames(page);
  await expectOnly(page, marketing.services.title);
  await expect(page.locator(hash ?? '')).toBeInViewport();
  await expect(page).toHaveURL(addresses.en.services + hash);
});
