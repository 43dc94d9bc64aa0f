import { setTimeout as delay } from 'node:timers/promises';
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

/** Visitors who request a page over and over. */
export class Visitors {
  readonly statuses = new Set<number>();
  readonly #url: string;
  readonly #visiting: Promise<void>;
  #isLeaving = false;
  #html = '';

  constructor({ origin }: RunningSite, path: string) {
    this.#url = origin + path;
    this.#visiting = this.#visit();
  }

  /** Waits until the page contains a text. */
  async until(text: string): Promise<void> {
    while (!this.#html.includes(text)) await delay(5);
  }

  async leave(): Promise<void> {
    this.#isLeaving = true;
    await this.#visiting;
  }

  async #visit(): Promise<void> {
    while (!this.#isLeaving) {
      const response = await fetch(this.#url);
      this.statuses.add(response.status);
      this.#html = await response.text();
      // Leaves the processors to the release.
      await delay(5);
    }
  }
}
