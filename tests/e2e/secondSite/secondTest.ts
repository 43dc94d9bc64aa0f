import { runningSecondSite } from '@site/testkit/site/secondSite.ts';
import { test as siteTest } from '../support/test.ts';

/** A test of the second site, in a browser that starts there. */
export const test = siteTest.extend({
  site: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the requested fixtures from this pattern
    async ({}, use) => use(await runningSecondSite()),
    // The first one makes it.
    { scope: 'test', timeout: 10 * 60_000 },
  ],
});

export { expect } from '../support/test.ts';
