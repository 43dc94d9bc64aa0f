import type { ReleaseStore } from '@site/testkit/site/ReleaseStore.ts';
import type { RunningSite } from '@site/testkit/site/servers.ts';
import { test as siteTest } from '../support/test.ts';
import { releasedShop } from './releasedShop.ts';

interface ShopFixtures {
  readonly store: ReleaseStore;
  /** A site that shows the shop. */
  readonly shop: RunningSite;
}

/** A test of a shop whose pages consist of three teams' parts. */
export const test = siteTest.extend<ShopFixtures>({
  store: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the requested fixtures from this pattern
    async ({}, use) => {
      const store = await releasedShop();
      await use(store);
      await store.remove();
    },
    // The first one builds the teams' remotes.
    { timeout: 10 * 60_000 },
  ],
  // Set up after the store, so that the store stays until the sites that follow it have stopped.
  startOwnSite: async ({ store: _, startOwnSite }, use) => use(startOwnSite),
  shop: async ({ store, startOwnSite }, use) => use(await startOwnSite({ releases: store.folder })),
  baseURL: ({ shop }, use) => use(shop.origin),
  watched: async ({ watched }, use) => {
    // The site itself has no cart, and its privacy policy names none.
    watched.allow(/“shop-cart”/);
    await use(watched);
  },
});

export { expect } from '../support/test.ts';
