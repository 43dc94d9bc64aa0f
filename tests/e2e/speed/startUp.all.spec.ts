import type { Page } from '@playwright/test';
import { addresses } from '@site/testkit/site/addresses.ts';
import { texts } from '@site/testkit/site/texts.ts';
import { ContactForm } from '../contact/contactTest.ts';
import { expect, test } from '../support/test.ts';
import { isMarked, markDocument, visit, waitForHydration } from '../support/visitor.ts';

const end = Number.MAX_SAFE_INTEGER;

const scrollTo = (page: Page, top: number) =>
  page.evaluate((y) => window.scrollTo({ top: y, behavior: 'instant' }), top);

/** Runs in the page: pretends that it is in a background tab. */
function hide(): void {
  Object.defineProperty(Document.prototype, 'visibilityState', { get: () => 'hidden' });
  Object.defineProperty(Document.prototype, 'hidden', { get: () => true });
}

test('a visitor who reloads while writing gets the message back without touching the page', async ({ page }) => {
  const form = new ContactForm(page);
  await form.open('en');
  const message = form.field('message');
  await message.fill('Our shop is slow since Monday.');
  await message.focus();
  await page.reload();
  await waitForHydration(page);
  await expect(message).toHaveValue('Our shop is slow since Monday.');
});

for (const [place, top] of [
  ['in the middle', 900],
  ['at the end', end],
] as const) {
  test(`a page that is reloaded ${place} hydrates and keeps its scroll position`, async ({ page }) => {
    for (const name of ['home', 'contact', 'privacy'] as const) {
      await visit(page, addresses.fr[name]);
      await scrollTo(page, top);
      const before = await page.evaluate(() => window.scrollY);
      await page.reload();
      await waitForHydration(page);
      // The height of a page isn't a whole number of pixels.
      const moved = () => page.evaluate((from) => Math.abs(window.scrollY - from), before);
      await expect.poll(moved, name).toBeLessThanOrEqual(1);
    }
  });
}

test('a page hydrates when the visitor returns from another document, or opens it at a section', async ({ page }) => {
  await visit(page, addresses.en.services);
  await scrollTo(page, end);
  await page.goto('/robots.txt');
  await page.goBack();
  await waitForHydration(page);
  await page.goto('/robots.txt');
  await page.goto(`${addresses.en.services}#email`);
  await waitForHydration(page);
});

test.describe('a page hydrates', () => {
  test('in a background tab', async ({ page }) => {
    await page.addInitScript(hide);
    await visit(page, addresses.es.pricing);
  });

  test('in print', async ({ page }) => {
    await page.emulateMedia({ media: 'print' });
    await visit(page, addresses.es.team);
  });

  test('when it is prerendered and then opened', async ({ page }) => {
    const rules = JSON.stringify({ prerender: [{ urls: [addresses.en.pricing], eagerness: 'immediate' }] });
    const body = `<!doctype html><title>A page</title><script type="speculationrules">${rules}</script><a href="${addresses.en.pricing}">on</a>`;
    await page.route('**/prerenders', (route) => route.fulfill({ contentType: 'text/html', body }));
    await page.goto('/prerenders');
    await page.getByRole('link').click();
    await waitForHydration(page);
  });
});

/** Features that some browsers lack, each with a function that removes it in the page. */
const without: Readonly<Record<string, () => void>> = {
  'idle callbacks': () => {
    Reflect.deleteProperty(window, 'requestIdleCallback');
  },
  'reports of paints': () => {
    Object.defineProperty(PerformanceObserver, 'supportedEntryTypes', { get: () => [] });
    PerformanceObserver.prototype.observe = () => {};
  },
  'view transitions': () => {
    Reflect.deleteProperty(Document.prototype, 'startViewTransition');
  },
  'scheduler.yield': () => {
    Reflect.deleteProperty(window, 'scheduler');
  },
};

for (const [feature, remove] of Object.entries(without)) {
  test(`a browser without ${feature} gets the whole site, with client-side navigation and history`, async ({
    page,
  }) => {
    await page.addInitScript(remove);
    await page.goto(addresses.en.home);
    await expect(page.locator('html[data-hydrated]')).toHaveCount(1);
    await markDocument(page);
    await page.getByRole('banner').getByRole('link', { name: texts.en.shell.navigation.team, exact: true }).click();
    await expect(page.getByRole('heading', { level: 1, name: texts.en.marketing.team.title })).toBeVisible();
    await page.goBack();
    await expect(page).toHaveURL(addresses.en.home);
    await expect(page.getByRole('heading', { level: 1, name: texts.en.marketing.team.title })).toBeHidden();
    expect(await isMarked(page)).toBe(true);
  });
}

test('a browser without import maps gets the whole site: integrity is not needed to load its files', async ({
  page,
}) => {
  await page.route('**/en/team', async (route) => {
    const response = await route.fetch();
    const body = (await response.text()).replace('type="importmap"', 'type="text/unknown"');
    const { 'integrity-policy': _, 'content-security-policy': __, ...headers } = response.headers();
    await route.fulfill({ response, headers, body });
  });
  await visit(page, addresses.en.team);
});

/** Features that the scripts need and browsers of 2023 lack, each with a function that removes it in the page. */
const old: Readonly<Record<string, () => void>> = {
  'Promise.withResolvers': () => {
    Reflect.deleteProperty(Promise, 'withResolvers');
  },
  'AbortSignal.any': () => {
    Reflect.deleteProperty(AbortSignal, 'any');
  },
  'URL.canParse': () => {
    Reflect.deleteProperty(URL, 'canParse');
  },
};

for (const [feature, remove] of Object.entries(old)) {
  test(`a browser without ${feature} gets the site as without scripts, and reports no failure`, async ({ page }) => {
    const reports: string[] = [];
    page.on('request', (request) => request.method() === 'POST' && reports.push(request.url()));
    await page.addInitScript(remove);
    await page.goto(addresses.en.contact);
    // All scripts have loaded and had time to run.
    await expect(page.locator('html[data-started]')).toHaveCount(1);
    await page.waitForLoadState('networkidle');
    await markDocument(page);
    await expect(page.locator('html[data-hydrated]')).toHaveCount(0);
    await page.getByRole('banner').getByRole('link', { name: texts.en.shell.navigation.team, exact: true }).click();
    await expect(page.getByRole('heading', { level: 1, name: texts.en.marketing.team.title })).toBeVisible();
    expect(await isMarked(page), 'it is the same document').toBe(false);
    expect(reports).toEqual([]);
  });
}
