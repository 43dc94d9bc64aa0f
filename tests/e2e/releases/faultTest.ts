import { cp, rm } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { FaultLog } from '@site/releases/FaultLog.ts';
import { list } from '@site/releases/operations/list.ts';
import { FolderStore } from '@site/releases/store/FolderStore.ts';
import type { Fault } from '@site/shared/contract/release.ts';
import { addresses } from '@site/testkit/site/addresses.ts';
import { FaultyOrigin } from '@site/testkit/site/faults/FaultyOrigin.ts';
import { setLive } from '@site/testkit/site/faults/variant.ts';
import { temporaryFolder } from '@site/testkit/site/folders.ts';
import { ask } from '@site/testkit/site/http.ts';
import { reportsOf, testedReleases } from '@site/testkit/site/releases.ts';
import { type RunningSite, startSite } from '@site/testkit/site/servers.ts';
import { texts } from '@site/testkit/site/texts.ts';
import { test as base, expect } from '../support/test.ts';

interface FaultFixtures {
  /** A copy of the tested releases that the test may damage. */
  readonly store: string;
  /** A server for that store's files. */
  readonly origin: FaultyOrigin;
}

/** A site whose blog the tests break one after the other, each with its own versions. */
export interface BreakableSite extends RunningSite {
  readonly store: string;
  /** Serves the store's files from another origin, for versions that use it. */
  readonly elsewhere: FaultyOrigin;
}

interface SharedSite {
  readonly breakable: BreakableSite;
}

async function copyOfReleases(): Promise<string> {
  const store = await temporaryFolder('releases');
  await cp(testedReleases, store, { recursive: true });
  return store;
}

/** A test of faults in releases. */
export const test = base.extend<FaultFixtures, SharedSite>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the requested fixtures from this pattern
  store: async ({}, use) => {
    const store = await copyOfReleases();
    await use(store);
    // A site may still be recording a fault.
    await rm(store, { recursive: true, force: true, maxRetries: 5 });
  },
  origin: async ({ store }, use) => {
    const origin = await FaultyOrigin.start(store);
    await use(origin);
    await origin.stop();
  },
  breakable: [
    // biome-ignore lint/correctness/noEmptyPattern: as above
    async ({}, use) => {
      const store = await copyOfReleases();
      const elsewhere = await FaultyOrigin.start(store);
      const site = await startSite({ releases: store, environment: { REMOTE_ORIGINS: elsewhere.address } });
      await use({ ...site, store, elsewhere });
      await site.stop();
      await elsewhere.stop();
      for (const folder of [store, reportsOf(store)]) await rm(folder, { recursive: true, force: true });
    },
    { scope: 'worker' },
  ],
});

/** Makes a version of the blog live and waits until the site shows it. */
export async function showBlog(site: BreakableSite, version: string): Promise<void> {
  await setLive(site.store, 'blog', version);
  // On a busy machine, its worker may start too late for the first page, which then comes from the previous version for a
  // while.
  await expect
    .poll(async () => (await ask(site, addresses.en.blog)).body, patience)
    .toContain(`data-release="${version}"`);
}

/** The faults of a version in the list of releases. */
export async function faultsOf(store: string, app: string, version: string): Promise<readonly Fault[]> {
  const apps = await list(new FolderStore(store), new FaultLog(reportsOf(store)));
  const versions = apps.find((listed) => listed.app === app)?.versions;
  return versions?.find((listed) => listed.version === version)?.faults ?? [];
}

export { expect };

/** Two attempts of four seconds each, and time for a busy machine. */
export const patience = { timeout: 25_000 };

/** Complaints that a failing remote may cause: anything but violations of the security policy. */
export const complaintsOfFault = /^(?!.*Content-Security-Policy).*/s;

const bar = (page: Page) => page.getByRole('banner');

/** Opens the blog with the link in the navigation bar. */
export const goToBlog = (page: Page): Promise<void> =>
  bar(page).getByRole('link', { name: texts.en.shell.navigation.blog, exact: true }).click();

export const goToTeam = (page: Page): Promise<void> =>
  bar(page).getByRole('link', { name: texts.en.shell.navigation.team, exact: true }).click();

/** Expects the blog with its articles, between the navigation bar and the footer. */
export async function expectBlog(page: Page): Promise<void> {
  await expect(page.getByRole('heading', { level: 1, name: texts.en.blog.list.title })).toBeVisible(patience);
  await expect(page.getByRole('article').first()).toBeVisible();
  await expectFrame(page);
}

export async function expectTeam(page: Page): Promise<void> {
  await expect(page.getByRole('heading', { level: 1, name: texts.en.marketing.team.title })).toBeVisible(patience);
  await expectFrame(page);
}

async function expectFrame(page: Page): Promise<void> {
  await expect(bar(page)).toBeVisible();
  await expect(page.getByRole('contentinfo')).toBeVisible();
}
