import type { Page } from '@playwright/test';
import { addresses } from '@site/testkit/site/addresses.ts';
import { expect, test } from '../support/serverTest.ts';
import { visit } from '../support/visitor.ts';

/** Goes back. Returns how the browser restored the page, and why it was not in the back/forward cache. */
async function goBack(page: Page): Promise<string> {
  const session = await page.context().newCDPSession(page);
  await session.send('Page.enable');
  const reasons: string[] = [];
  session.on('Page.backForwardCacheNotUsed', ({ notRestoredExplanations }) => {
    reasons.push(...notRestoredExplanations.map(({ reason }) => reason));
  });
  const arrived = new Promise<string>((resolve) => {
    session.on('Page.frameNavigated', ({ frame, type }) => {
      if (!frame.parentId) resolve(type);
    });
  });
  const { entries, currentIndex } = await session.send('Page.getNavigationHistory');
  await session.send('Page.navigateToHistoryEntry', { entryId: entries[currentIndex - 1]?.id ?? 0 });
  return [await arrived, ...reasons].join(', ');
}

for (const { left, name, opensMap } of [
  { left: 'the home page', name: 'home', opensMap: false },
  { left: 'the blog with its videos', name: 'blog', opensMap: false },
  { left: 'the contact page with its map open', name: 'contact', opensMap: true },
] as const) {
  test(`a visitor who comes back to ${left} gets it from the back/forward cache`, async ({ playwright, site }) => {
    // Playwright disables this cache, and does not notice when a page comes from it.
    const browser = await playwright.chromium.launch({ ignoreDefaultArgs: ['--disable-back-forward-cache'] });
    const page = await browser.newPage({ baseURL: site.origin });
    const maps: string[] = [];
    await page.route('https://www.openstreetmap.org/**', async (route) => {
      maps.push(route.request().url());
      await route.fulfill({ contentType: 'text/html', body: '<!doctype html><title>Map</title><h1>Map</h1>' });
    });
    await visit(page, addresses.en[name]);
    const map = page.locator('iframe').contentFrame();
    if (opensMap) {
      await map.locator('a').click();
      await expect(map.getByRole('heading')).toBeVisible();
    }
    await page.goto('/robots.txt');
    expect(await goBack(page)).toBe('BackForwardCacheRestore');
    expect(maps.length, 'how often the map was asked for').toBe(opensMap ? 1 : 0);
    await browser.close();
  });
}
