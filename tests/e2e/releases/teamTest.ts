import { firstTeam } from '@site/testkit/site/firstTeam.ts';
import { ReleaseStore } from '@site/testkit/site/ReleaseStore.ts';
import type { Team } from '@site/testkit/site/Team.ts';
import { test as siteTest } from '../support/serverTest.ts';

interface TeamFixtures {
  /** A team with a clone of the first day's repository, which the test may change. */
  readonly team: Team;
  /** The test's own store. */
  readonly store: ReleaseStore;
}

/** A test of a team with a repository of its own, and of a site that it publishes to. */
export const test = siteTest.extend<TeamFixtures>({
  team: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the requested fixtures from this pattern
    async ({}, use) => {
      const team = await (await firstTeam()).clone();
      await use(team);
      await team.leave();
    },
    // The first one packs the packages, and npm downloads what they need.
    { timeout: 10 * 60_000 },
  ],
  // biome-ignore lint/correctness/noEmptyPattern: as above
  store: async ({}, use) => {
    const store = await ReleaseStore.create();
    await use(store);
    await store.remove();
  },
  // Set up after the store, so that the store stays until the sites that follow it have stopped.
  startOwnSite: async ({ store: _, startOwnSite }, use) => use(startOwnSite),
});

export { expect } from '../support/serverTest.ts';
