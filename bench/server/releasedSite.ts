import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { apps } from '@site/kit/build/bundles/apps.ts';
import { outputOf } from '@site/testkit/site/program.ts';
import { type SiteServer, startSite } from '@site/testkit/site/SiteServer.ts';
import { temporaryFolder } from '@site/testkit/site/temporaryFolder.ts';

/** Releases what is built into a store of its own, and starts the site on it as its owner would. */
export async function releasedSite(): Promise<SiteServer> {
  const folder = await temporaryFolder('bench-store');
  const environment = { RELEASES: join(folder, 'store'), DATA_DIR: join(folder, 'data') };
  for (const app of apps) await outputOf('kit/src/release/main.ts', ['publish', app, '--promote'], environment);
  const site = await startSite({ releases: environment.RELEASES });
  const stop = async () => {
    await site.stop();
    await rm(folder, { recursive: true, force: true });
  };
  return { ...site, stop };
}
