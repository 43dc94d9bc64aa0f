import { ReleaseStore } from '@site/testkit/site/ReleaseStore.ts';
import type { RunningSite } from '@site/testkit/site/servers.ts';
import { test as siteTest } from '../support/test.ts';

interface ReleaseFixtures {
  /** The test's own store. */
  readonly store: ReleaseStore;
  /** A running site on that store. */
  readonly ownSite: RunningSite;
}

/** A test with its own store, and a site that follows it. */
export const test = siteTest.extend<ReleaseFixtures>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the requested fixtures from this pattern
  store: async ({}, use) => {
    const store = await ReleaseStore.create();
    await use(store);
    await store.remove();
  },
  // Set up after the store, so that the store stays until the sites that follow it have stopped: they write beside it.
  startOwnSite: async ({ store: _, startOwnSite }, use) => use(startOwnSite),
  ownSite: async ({ store, startOwnSite }, use) => use(await startOwnSite({ releases: store.folder })),
});

export { expect } from '../support/test.ts';
