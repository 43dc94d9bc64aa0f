import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { root } from '@site/bundling/project.ts';
import { storeKind } from '@site/releases/store/storeKind.ts';
import { signPreview } from '@site/server/pages/previewLinks.ts';
import { temporaryFolder } from './folders.ts';
import { outputOf, siteProgram } from './program.ts';

/** The store of the tested releases. Builds and releases during the tests don't affect it. */
export const testedReleases = process.env.TESTED_RELEASES ?? join(root, 'test-results/releases');

const previewKey = 'a secret of the tests that links are signed with';

/** Settings that a site shares with the release commands of its store, although each has its own data folder. */
export const sharedSettings = (releases: string): Record<string, string> => ({
  RELEASES: releases,
  PREVIEW_SECRET: previewKey,
  // From an origin or a bucket, a server reports into its data folder.
  ...(storeKind(releases) === 'folder' && { REPORTS: reportsOf(releases) }),
});

/** The folder of the reports by a store's servers. */
export const reportsOf = (releases: string): string => `${releases}.reports`;

/** The query of a link that shows a version of a remote. */
export const previewQuery = (app: string, version: string, life = 60_000): string =>
  `preview=${signPreview(previewKey, { app, version, expires: Date.now() + life })}`;

/** Releases the built apps. */
export async function releaseEverything(): Promise<void> {
  for (const folder of [testedReleases, reportsOf(testedReleases)]) await rm(folder, { recursive: true, force: true });
  await mkdir(testedReleases, { recursive: true });
  const dataDir = await temporaryFolder('release-data');
  const environment = { RELEASES: testedReleases, DATA_DIR: dataDir };
  const release = (app: string) => {
    const built = ['--folder', join(root, 'dist', app)];
    return outputOf(siteProgram, ['publish', app, ...built, '--no-browser', '--promote'], environment);
  };
  // The preflight of a remote runs in the live shell.
  await release('shell');
  await Promise.all(['marketing', 'blog', 'contact'].map(release));
  await rm(dataDir, { recursive: true, force: true });
}
