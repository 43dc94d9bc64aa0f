import { expect } from '@playwright/test';
import { test as serverTest } from './serverTest.ts';
import { reportViolations, type Watch, watch } from './watch.ts';

interface BrowserFixtures {
  readonly watched: Watch;
}

/** A test in a browser: it fails when the browser complains of anything. */
export const test = serverTest.extend<BrowserFixtures>({
  baseURL: ({ site }, use) => use(site.origin),
  watched: [
    // Sites of a test's own end after the browser: what it asks for last is answered too.
    async ({ startOwnSite: _, context }, use) => {
      await context.addInitScript(reportViolations);
      const watched = watch(context);
      await use(watched);
      expect(watched.complaints(), 'what the browser complained of').toEqual([]);
    },
    { auto: true },
  ],
});

export { expect };
