import type { Page } from '@playwright/test';
import { addresses } from '@site/testkit/site/addresses.ts';
import { expect, test } from '../support/test.ts';
import { firstTierIf, secondTier } from '../support/tiers.ts';
import { visit } from '../support/visitor.ts';

/** Records the kind and path of each request of a page. */
function requestsOf(page: Page): { kind: string; path: string }[] {
  const requests: { kind: string; path: string }[] = [];
  page.on('request', (request) => {
    if (request.frame() === page.mainFrame())
      requests.push({ kind: request.resourceType(), path: new URL(request.url()).pathname });
  });
  return requests;
}

/** Runs in the page: hides paints from its scripts. */
function hidePaint(): void {
  window.PerformanceObserver.prototype.observe = () => {};
  window.addEventListener('load', (event) => event.stopImmediatePropagation());
}

const shownFonts = () => [...document.fonts].filter(({ status }) => status === 'loaded').length;

for (const name of ['home', 'services', 'contact'] as const) {
  test(
    `the ${name} page requests no inlined pictures, and each font and style sheet once`,
    firstTierIf(name === 'home'),
    async ({ page }) => {
      const requests = requestsOf(page);
      await visit(page, addresses.en[name]);
      await expect.poll(() => page.evaluate(shownFonts)).toBeGreaterThan(1);
      const asked = (kind: string) => requests.filter((request) => request.kind === kind).map(({ path }) => path);
      expect(new Set(asked('stylesheet')).size).toBe(asked('stylesheet').length);
      const drawn = page.locator('main picture:has([loading="eager"])');
      expect(await drawn.count()).toBeGreaterThan(0);
      for (const picture of await drawn.all()) {
        const light = await picture.locator('img').getAttribute('src');
        expect(light).toMatch(/^data:image\/svg\+xml,[^#]+$/);
        expect(await picture.locator('source').getAttribute('srcset')).toBe(light?.replace(':target%7B', ':root%7B'));
      }
      expect(asked('font').length).toBe(2);
      expect(new Set(asked('font')).size).toBe(2);
    },
  );
}

for (const name of ['home', 'services', 'privacy'] as const) {
  test(
    `the ${name} page requests nothing but pictures before its text is painted`,
    firstTierIf(name === 'home'),
    async ({ page }) => {
      await visit(page, addresses.en[name]);
      const early = await page.evaluate(() => {
        const painted =
          performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? Number.POSITIVE_INFINITY;
        const files = performance.getEntriesByType('resource') as PerformanceResourceTiming[];
        // Chrome loads the icon of the tab when it likes to.
        const others = files.filter(
          ({ initiatorType, name }) => initiatorType !== 'img' && !name.endsWith('/icon.svg'),
        );
        return others.filter(({ startTime }) => startTime < painted).map((file) => file.name);
      });
      expect(early).toEqual([]);
    },
  );
}

test('the largest content of a short page is its text, not the roofs that come later', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'no-preference' });
  await page.setViewportSize({ width: 412, height: 823 });
  await page.goto(addresses.en.company);
  const roofs = page.locator('main ~ div [aria-hidden] > div').first();
  await expect.poll(() => roofs.evaluate((element) => getComputedStyle(element).maskImage)).toContain('url(');
  await expect(page.locator('html')).toHaveAttribute('data-hydrated');
  const largest = await page.evaluate(
    () =>
      new Promise<string | undefined>((resolve) => {
        new PerformanceObserver((list) => {
          const last = list.getEntries().at(-1) as (PerformanceEntry & { readonly element?: Element }) | undefined;
          resolve(last?.element?.tagName);
        }).observe({ type: 'largest-contentful-paint', buffered: true });
      }),
  );
  expect(largest).toBe('P');
});

test('the manifest link is added after the text is painted, so that it does not delay the text', async ({ page }) => {
  const manifest = page.locator('link[rel=manifest]');
  await visit(page, addresses.es.privacy);
  await expect(manifest).toHaveAttribute('href', '/es/manifest.webmanifest');
  await page.addInitScript(hidePaint);
  await page.reload();
  await expect(manifest).toHaveCount(0);
});

test('a menu that is opened before its style sheet is there opens with it', secondTier, async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  const sheets = Promise.withResolvers<void>();
  await page.route('**/*.css', async (route) => {
    await sheets.promise;
    await route.continue();
  });
  await page.goto(addresses.en.team, { waitUntil: 'domcontentloaded' });
  const menu = page.locator('header details');
  const asked = page.waitForRequest('**/*.css');
  await menu.locator('summary').click();
  await asked;
  expect(await menu.getAttribute('open'), 'while its styles are loading').toBeNull();
  sheets.resolve();
  await expect(menu).toHaveAttribute('open');
  const panel = menu.locator('summary + *');
  expect(await panel.evaluate((element) => getComputedStyle(element).position)).toBe('fixed');
});

test(
  'a returning visitor sees the fonts at once, without waiting for the text to be painted',
  secondTier,
  async ({ page }) => {
    await visit(page, addresses.en.home);
    await expect.poll(() => page.evaluate(shownFonts)).toBeGreaterThan(1);
    await page.route('**/assets/**/*.js', (route) => route.abort());
    await page.addInitScript(hidePaint);
    await page.goto(addresses.en.team);
    await expect.poll(() => page.evaluate(shownFonts)).toBeGreaterThan(1);
  },
);

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  test('the text uses the fonts, and the document links its manifest', async ({ page }) => {
    const requests = requestsOf(page);
    await page.goto(addresses.fr.home);
    await expect.poll(() => requests.filter(({ kind }) => kind === 'font').length).toBe(2);
    await expect(page.locator('link[rel=manifest]')).toHaveAttribute('href', '/fr/manifest.webmanifest');
  });

  test('the menu has its styles', async ({ page }) => {
    await page.setViewportSize({ width: 390, height: 844 });
    await page.goto(addresses.fr.team);
    const menu = page.locator('header details');
    await menu.locator('summary').click();
    await expect(menu).toHaveAttribute('open');
    expect(await menu.locator('summary + *').evaluate((element) => getComputedStyle(element).position)).toBe('fixed');
  });
});
