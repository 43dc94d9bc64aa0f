import type { Page } from '@playwright/test';

/** Opens an address and waits until the page is hydrated. */
export async function visit(page: Page, address: string): Promise<void> {
  await page.goto(address);
  await waitForHydration(page);
}

/** Waits until the page is hydrated. Before that, only plain HTML works. */
export async function waitForHydration(page: Page): Promise<void> {
  await page.waitForFunction(() => document.documentElement.dataset.hydrated !== undefined);
  // Effects run after the first commit: an idle browser has run them. One that is never idle runs them within the timeout.
  await page.evaluate(() => new Promise((resolve) => requestIdleCallback(resolve, { timeout: 2_000 })));
}

/** Marks the document, to recognise it later. */
export const markDocument = (page: Page): Promise<void> =>
  page.evaluate(() => document.documentElement.setAttribute('data-marked', ''));

/** Whether this is the marked document: no page was loaded since. */
export const isMarked = (page: Page): Promise<boolean> =>
  page.evaluate(() => document.documentElement.dataset.marked !== undefined);

/** Replaces another site with a page of our own, so that a test can follow a link to it. */
export async function standInFor(
  origin: string,
  page: Page,
  watched: { readonly allow: (pattern: RegExp) => void },
): Promise<void> {
  watched.allow(new RegExp(`^request: ${RegExp.escape(origin)}`));
  await page.route(`${origin}/**`, (route) =>
    route.fulfill({ contentType: 'text/html', body: '<title>Elsewhere</title>' }),
  );
}
