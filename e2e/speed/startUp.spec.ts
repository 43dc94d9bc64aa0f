import type { Page } from '@playwright/test';
import { ContactForm } from '../contact/ContactForm.ts';
import { addresses } from '../support/addresses.ts';
import { expect, test } from '../support/test.ts';
import { tookOver, visit } from '../support/visitor.ts';

const end = Number.MAX_SAFE_INTEGER;

const scrollTo = (page: Page, top: number) =>
  page.evaluate((y) => window.scrollTo({ top: y, behavior: 'instant' }), top);

/** Runs in the page: the browser reports no paint, as some do at some scroll positions. */
function reportNoPaint(): void {
  window.PerformanceObserver.prototype.observe = () => {};
}

/** Runs in the page: it is in a background tab. */
function hide(): void {
  Object.defineProperty(Document.prototype, 'visibilityState', { get: () => 'hidden' });
  Object.defineProperty(Document.prototype, 'hidden', { get: () => true });
}

test('a visitor who reloads in the middle of writing finds the message again, without touching the page', async ({
  page,
}) => {
  const form = new ContactForm(page);
  await form.open('en');
  const message = form.field('message');
  await message.fill('Our shop is slow since Monday.');
  await message.focus();
  await page.reload();
  await tookOver(page);
  await expect(message).toHaveValue('Our shop is slow since Monday.');
});

for (const [place, top] of [
  ['in the middle', 900],
  ['at the end', end],
] as const) {
  test(`a page that is reloaded ${place} wakes up by itself`, async ({ page }) => {
    for (const name of ['home', 'contact', 'privacy'] as const) {
      await visit(page, addresses.fr[name]);
      await scrollTo(page, top);
      const before = await page.evaluate(() => window.scrollY);
      await page.reload();
      await tookOver(page);
      expect(await page.evaluate(() => window.scrollY), name).toBe(before);
    }
  });
}

test('a page wakes up that the visitor comes back to from another document, or opens at one of its parts', async ({
  page,
}) => {
  await visit(page, addresses.en.services);
  await scrollTo(page, end);
  await page.goto('/robots.txt');
  await page.goBack();
  await tookOver(page);
  await page.goto('/robots.txt');
  await page.goto(`${addresses.en.services}#email`);
  await tookOver(page);
});

test.describe('a page wakes up', () => {
  test('when the browser never reports a paint', async ({ page }) => {
    await page.addInitScript(reportNoPaint);
    await visit(page, addresses.es.home);
  });

  test('in a background tab', async ({ page }) => {
    await page.addInitScript(hide);
    await visit(page, addresses.es.pricing);
  });

  test('as it is shown for print', async ({ page }) => {
    await page.emulateMedia({ media: 'print' });
    await visit(page, addresses.es.team);
  });

  test('that is prerendered, and is there when the visitor goes to it', async ({ page }) => {
    const rules = JSON.stringify({ prerender: [{ urls: [addresses.en.pricing], eagerness: 'immediate' }] });
    const body = `<!doctype html><title>A page</title><script type="speculationrules">${rules}</script><a href="${addresses.en.pricing}">on</a>`;
    await page.route('**/prerenders', (route) => route.fulfill({ contentType: 'text/html', body }));
    await page.goto('/prerenders');
    await page.getByRole('link').click();
    await tookOver(page);
  });
});
