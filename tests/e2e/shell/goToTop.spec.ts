import type { Page } from '@playwright/test';
import { addresses } from '@site/testkit/site/addresses.ts';
import { texts } from '@site/testkit/site/texts.ts';
import { expect, test } from '../support/test.ts';
import { firstTierIf, secondTier } from '../support/tiers.ts';
import { visit } from '../support/visitor.ts';

const buttonOf = (page: Page) => page.getByLabel(texts.en.shell.common.goToTop, { exact: true });

const scrollTo = (page: Page, top: number) =>
  page.evaluate((value) => window.scrollTo({ top: value, behavior: 'instant' }), top);

const scrolled = (page: Page) => page.evaluate(() => scrollY);

/** Presses the button, and returns every scroll position on the way to the top. */
async function placesOnTheWayUp(page: Page): Promise<number[]> {
  await page.evaluate(() => {
    const places: number[] = [];
    Object.assign(window, { places });
    // The page may still move a little before the click.
    addEventListener('click', () => addEventListener('scroll', () => places.push(scrollY)), { capture: true });
  });
  await buttonOf(page).click();
  await expect.poll(() => scrolled(page)).toBe(0);
  return await page.evaluate(() => (window as unknown as { places: number[] }).places);
}

test('the button is hidden at the top of the page, and appears on the first scroll', secondTier, async ({ page }) => {
  await visit(page, addresses.en.home);
  await expect(buttonOf(page)).toBeHidden();
  await scrollTo(page, 1);
  await expect(buttonOf(page)).toBeVisible();
  await expect(buttonOf(page)).toBeInViewport();
  await scrollTo(page, 0);
  await expect(buttonOf(page)).toBeHidden();
});

test('the button scrolls smoothly to the top', async ({ page }) => {
  await visit(page, addresses.en.home);
  await scrollTo(page, 3000);
  const places = await placesOnTheWayUp(page);
  expect(places.filter((place) => place > 0 && place < 3000).length).toBeGreaterThan(1);
  await expect(buttonOf(page)).toBeHidden();
});

test('the button is round', secondTier, async ({ page }) => {
  await visit(page, addresses.en.home);
  await scrollTo(page, 500);
  const box = await buttonOf(page).boundingBox();
  expect(box?.width).toBe(box?.height);
  const radius = await buttonOf(page).evaluate((button) => Number.parseFloat(getComputedStyle(button).borderRadius));
  expect(radius).toBeGreaterThanOrEqual((box?.width ?? 0) / 2);
});

for (const viewport of [
  { width: 320, height: 480 },
  { width: 768, height: 600 },
  { width: 1024, height: 700 },
])
  test(
    `the button never covers a field that has the focus in a window of ${viewport.width} pixels`,
    firstTierIf(viewport.width === 320),
    async ({ page }) => {
      await page.setViewportSize(viewport);
      await visit(page, addresses.en.contact);
      for (const field of await page.getByRole('textbox').all()) {
        await field.focus();
        const { x, y, width, height } = (await field.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
        // Its last line is where the button would be.
        await scrollTo(page, Math.max(1, (await scrolled(page)) + y + height - viewport.height));
        const button = (await buttonOf(page).isVisible()) && (await buttonOf(page).boundingBox());
        expect(button && button.x < x + width, 'the button is beside the field').toBe(false);
      }
      await page.getByRole('textbox').last().blur();
      await expect(buttonOf(page)).toBeVisible();
    },
  );

test.describe('with reduced motion', () => {
  test.use({ contextOptions: { reducedMotion: 'reduce' } });

  test('the button jumps to the top at once', secondTier, async ({ page }) => {
    await visit(page, addresses.en.home);
    await scrollTo(page, 3000);
    const places = await placesOnTheWayUp(page);
    expect(places.filter((place) => place > 0 && place < 3000)).toEqual([]);
  });
});
