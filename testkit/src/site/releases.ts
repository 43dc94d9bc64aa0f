import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { root } from '@site/kit/build/bundles/project.ts';
import { temporaryFolder } from './folders.ts';
import { outputOf } from './program.ts';

/** The store of the tested releases. Builds and releases during the tests don't affect it. */
export const testedReleases = process.env.TESTED_RELEASES ?? join(root, 'test-results/releases');

/** Releases the built apps. */
export async function releaseEverything(): Promise<void> {
  await rm(testedReleases, { recursive: true, force: true });
  await mkdir(testedReleases, { recursive: true });
  const dataDir = await temporaryFolder('release-data');
  const environment = { RELEASES: testedReleases, DATA_DIR: dataDir };
  const release = (app: string) => {
    const built = ['--folder', join(root, 'dist', app)];
    return outputOf('kit/src/release/main.ts', ['publish', app, ...built, '--no-browser', '--promote'], environment);
  };
  // The preflight of a remote runs in the live shell.
  await release('shell');
  await Promise.all(['marketing', 'blog', 'contact'].map(release));
  await rm(dataDir, { recursive: true, force: true });
}
