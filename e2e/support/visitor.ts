import type { Page } from '@playwright/test';
import type { Watch } from './test.ts';

/** Opens an address and waits until the page's scripts have taken it over. */
export async function visit(page: Page, address: string): Promise<void> {
  await page.goto(address);
  await tookOver(page);
}

/** Waits until the page's scripts have taken it over: until then only what HTML can do is there. */
export async function tookOver(page: Page): Promise<void> {
  await page.waitForFunction(() => document.documentElement.dataset.hydrated !== undefined);
  // Effects run after the first commit; an idle browser has run them.
  await page.evaluate(() => new Promise((resolve) => requestIdleCallback(resolve)));
}

/** Marks the document, to tell later whether it is still the same one. */
export const markDocument = (page: Page): Promise<void> =>
  page.evaluate(() => document.documentElement.setAttribute('data-marked', ''));

/** Whether the document is the one that was marked: no page load came between. */
export const isMarked = (page: Page): Promise<boolean> =>
  page.evaluate(() => document.documentElement.dataset.marked !== undefined);

/** Puts a page of our own in the place of another site, so that a test can see the visitor arrive there. */
export async function standInFor(origin: string, page: Page, watched: Watch): Promise<void> {
  watched.allow(new RegExp(`^request: ${RegExp.escape(origin)}`));
  await page.route(`${origin}/**`, (route) =>
    route.fulfill({ contentType: 'text/html', body: '<title>Elsewhere</title>' }),
  );
}
