import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { outputOf, root } from './program.ts';
import { temporaryFolder } from './temporaryFolder.ts';

/** The store of the releases that are tested: nothing that is built or released beside the tests reaches it. */
export const testedReleases = process.env.TESTED_RELEASES ?? join(root, 'test-results/releases');

/** Runs once, before the first test: releases what is built. */
export default async function releaseEverything(): Promise<void> {
  await rm(testedReleases, { recursive: true, force: true });
  await mkdir(testedReleases, { recursive: true });
  const dataDir = await temporaryFolder('release-data');
  const environment = { RELEASES: testedReleases, DATA_DIR: dataDir };
  for (const app of ['shell', 'marketing', 'blog', 'contact']) {
    const built = ['--folder', join(root, 'dist', app)];
    await outputOf('kit/src/release/main.ts', ['publish', app, ...built, '--no-browser', '--promote'], environment);
  }
  await rm(dataDir, { recursive: true, force: true });
}
