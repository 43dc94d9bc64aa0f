import { test as base } from '@playwright/test';
import { type SiteOptions, type SiteServer, startSite } from '@site/testkit/site/servers.ts';

/** Starts a site of the test's own, stopped when the test has ended. */
export type StartOwnSite = (options?: SiteOptions) => Promise<SiteServer>;

interface ServerFixtures {
  readonly startOwnSite: StartOwnSite;
}

interface SharedServer {
  /** The site, for all tests that leave it as it is. */
  readonly site: SiteServer;
}

/** A test that needs a running site, and no browser. */
export const test = base.extend<ServerFixtures, SharedServer>({
  site: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the wanted fixtures from this very pattern
    async ({}, use) => {
      const site = await startSite();
      await use(site);
      await site.stop();
    },
    { scope: 'worker' },
  ],
  // biome-ignore lint/correctness/noEmptyPattern: as above
  startOwnSite: async ({}, use) => {
    const started: SiteServer[] = [];
    await use(async (options) => {
      const site = await startSite(options);
      started.push(site);
      return site;
    });
    await Promise.all(started.map((site) => site.stop()));
  },
});

export { expect } from '@playwright/test';
