import { expect, type Page } from '@playwright/test';

const phone = { width: 390, height: 800 };
const desktop = { width: 1280, height: 800 };

/** Asserts that an open page reads from right to left: its arrows and its bar are mirrored, and it never scrolls sideways. */
export async function isMirrored(page: Page, address: string): Promise<void> {
  await page.setViewportSize(phone);
  expect.soft(await page.evaluate(() => document.documentElement.scrollWidth), address).toBe(phone.width);
  const arrows = page.locator('header a svg[stroke], main a svg[stroke]');
  const scales = await arrows.evaluateAll((all) => all.map((arrow) => getComputedStyle(arrow).scale));
  expect.soft([...new Set(scales)], address).toEqual(['-1 1']);

  await page.setViewportSize(desktop);
  const lefts = await page
    .getByRole('banner')
    .locator(':is(a, button):visible')
    .evaluateAll((all) => all.map((link) => link.getBoundingClientRect().left));
  expect.soft(lefts, `${address}: the bar begins at the right`).toEqual([...lefts].sort((one, other) => other - one));
  const title = await page.getByRole('heading', { level: 1 }).boundingBox();
  const middle = (title?.x ?? 0) + (title?.width ?? 0) / 2;
  expect.soft(middle, `${address}: so does the title`).toBeGreaterThan(desktop.width / 2);
}
