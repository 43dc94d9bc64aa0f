import { expect } from '@playwright/test';
import { test as serverTest } from './serverTest.ts';
import { type Watch, watch } from './watch.ts';

interface BrowserFixtures {
  readonly watched: Watch;
}

/** A test in a browser: it fails when the browser complains of anything. */
export const test = serverTest.extend<BrowserFixtures>({
  baseURL: ({ site }, use) => use(site.origin),
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the wanted fixtures from this very pattern
  watched: async ({}, use) => use(watch()),
  // Sites of a test's own end after the browser: what it asks for last is answered too.
  context: async ({ context, watched, startOwnSite: _ }, use) => {
    await watched.observe(context);
    await use(context);
    // Of a context that is used again, Playwright leaves these as they are.
    await context.setOffline(false);
    await context.setExtraHTTPHeaders({});
    expect(watched.complaints(), 'what the browser complained of').toEqual([]);
  },
});

export { expect };
