import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { ask } from '@site/testkit/site/http.ts';
import { ReleaseStore } from '@site/testkit/site/ReleaseStore.ts';
import { secondSite } from '@site/testkit/site/secondSite.ts';
import { hidesPages } from '../federation/hidesPages.ts';
import { goesLiveAndBack } from '../releases/goesLiveAndBack.ts';
import { languages, remote, versions } from './pages.ts';
import { expect, test as secondTest } from './secondTest.ts';

interface OwnStore {
  /** A store of the test's own, on which the second site's commands work. */
  readonly store: ReleaseStore;
}

const test = secondTest.extend<OwnStore>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the requested fixtures from this pattern
  store: async ({}, use) => {
    const { project, releases } = await secondSite();
    const store = await ReleaseStore.create(releases, project);
    await use(store);
    await store.remove();
  },
  // Set up after the store, so that the store stays until the sites that follow it have stopped: they write beside it.
  startOwnProcess: async ({ store: _, startOwnProcess }, use) => use(startOwnProcess),
});

test('another company’s release goes live and back without a failed request, and without its remote its pages are 404', async ({
  store,
  startOwnProcess,
}) => {
  const { project } = await secondSite();
  const site = await startOwnProcess({ project, releases: store.folder });
  await goesLiveAndBack(store, site, { app: remote, path: versions.ar.paths.home });

  await rm(join(store.folder, remote), { recursive: true });
  const lacking = await startOwnProcess({ project, releases: store.folder });
  for (const language of languages) {
    const { paths, words } = versions[language];
    const { title: notFound } = words.shell.notFound;
    await hidesPages(lacking, { language, gone: [paths.services, paths.about], others: [], notFound });
    expect((await ask(lacking, paths.home)).status, paths.home).toBe(404);
  }
});
