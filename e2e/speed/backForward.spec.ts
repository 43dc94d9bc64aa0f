import type { Page } from '@playwright/test';
import { addresses } from '../support/addresses.ts';
import { expect, test } from '../support/serverTest.ts';
import { visit } from '../support/visitor.ts';

/** Goes back, and tells how the browser came by the page; with its reasons when it had not kept it. */
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

test('whoever comes back from elsewhere finds the page as it was left: the browser has kept it', async ({
  playwright,
  site,
}) => {
  // Playwright turns this cache off, and does not notice when a page comes from it.
  const browser = await playwright.chromium.launch({ ignoreDefaultArgs: ['--disable-back-forward-cache'] });
  for (const name of ['home', 'blog', 'contact'] as const) {
    const page = await browser.newPage({ baseURL: site.origin });
    await visit(page, addresses.en[name]);
    await page.goto('/robots.txt');
    expect(await goBack(page), name).toBe('BackForwardCacheRestore');
    await page.close();
  }
  await browser.close();
});
