import type { Page } from '@playwright/test';
import { addresses } from '@site/testkit/site/addresses.ts';
import { texts } from '@site/testkit/site/texts.ts';
import { expect, test } from '../support/test.ts';
import { visit } from '../support/visitor.ts';
import { tracesOfWaitingPage } from '../support/waitingPage.ts';

const { navigation } = texts.en.shell;

/** By its role, which hidden elements don't have: `h1` is ambiguous, and fails at once, while a page waits or the old one leaves. */
const shownHeading = (page: Page) => page.getByRole('heading', { level: 1 });

for (const { name, files } of [
  { name: 'pricing', files: [/page-pricing\.js/, /page-pricing\.css/, /marketing.*locales_en/, /scene-moving.*\.svg/] },
  {
    name: 'blog',
    files: [/page-list\.js/, /page-list\.css/, /blog\/.*messages/, /\/api\/v1\/blog\/en$/, /scene-kiosk.*\.svg/],
  },
] as const) {
  test(`a visitor who hovers over the link to ${name} has the whole page before the click`, async ({
    page,
    context,
    watched,
  }) => {
    // Drawings below the first screen load after the click.
    watched.allow(/Failed to load resource/);
    await visit(page, addresses.en.home);
    const link = page.getByRole('banner').getByRole('link', { name: navigation[name], exact: true });
    const arrived = Promise.all(files.map(async (file) => (await page.waitForResponse(file)).finished()));
    await link.hover();
    await arrived;
    await context.setOffline(true);
    await link.click();
    await expect(page).toHaveURL(addresses.en[name]);
    await expect(shownHeading(page)).toBeFocused();
    if (name === 'blog') await expect(page.locator('main article').first()).toBeVisible();
    const drawing = page.locator('main img[loading="eager"]').first();
    await expect.poll(() => drawing.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0);
  });
}

/** In the page: its height, and that without the page that waits. At one moment, since fonts that arrive change both. */
function heightsOfPage(): [height: number, alone: number] {
  const { scrollHeight } = document.documentElement;
  const stage = document.querySelector<HTMLElement>('[data-waiting]');
  stage?.style.setProperty('display', 'none');
  const alone = document.documentElement.scrollHeight;
  stage?.style.removeProperty('display');
  return [scrollHeight, alone];
}

test('a page waits in the document until its link is followed, and nobody finds it there', async ({ page }) => {
  await visit(page, addresses.en.services);
  const link = page.getByRole('banner').getByRole('link', { name: navigation.team, exact: true });
  await link.hover();
  const waiting = page.locator('h1').nth(1);
  await expect.poll(() => waiting.evaluate((heading: HTMLElement) => heading.offsetHeight)).toBeGreaterThan(0);
  await expect(shownHeading(page)).toHaveText(texts.en.marketing.services.title);
  const [height, alone] = await page.evaluate(heightsOfPage);
  expect(height, 'it takes no room').toBe(alone);
  expect(await page.evaluate(tracesOfWaitingPage)).toEqual([]);
  await waiting.evaluate((heading) => heading.setAttribute('data-marked', ''));
  await link.click();
  await expect(shownHeading(page)).toBeFocused();
  await expect(shownHeading(page), 'not rendered again').toHaveAttribute('data-marked');
});

test('a visitor who saves data prefetches nothing before the click', async ({ page }) => {
  await page.addInitScript(() => Object.defineProperty(navigator, 'connection', { value: { saveData: true } }));
  await visit(page, addresses.en.home);
  const asked: string[] = [];
  page.on('request', (request) => asked.push(request.url()));
  const link = page.getByRole('banner').getByRole('link', { name: navigation.pricing, exact: true });
  await link.hover();
  await page.evaluate(() => new Promise((resolve) => requestIdleCallback(resolve)));
  expect(asked.filter((url) => url.includes('pricing'))).toEqual([]);
  await link.click();
  await expect(page).toHaveURL(addresses.en.pricing);
  await expect(shownHeading(page)).toBeFocused();
  expect(asked.filter((url) => url.includes('page-pricing'))).not.toEqual([]);
});
