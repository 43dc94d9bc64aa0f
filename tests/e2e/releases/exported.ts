import { rm } from 'node:fs/promises';
import { temporaryFolder } from '@site/testkit/site/folders.ts';
import { outputOf, siteProgram } from '@site/testkit/site/program.ts';
import { startStaticHost } from '@site/testkit/site/staticHost.ts';

/**
 * Exports what is live on a store as files, and serves them on a plain host.
 *
 * @param secrets settings of the site whose store it is: whose releases it accepts, and the tokens of remotes' own APIs
 */
export async function startExported(
  releases: string,
  site: string,
  secrets: Readonly<Record<string, string>>,
): Promise<{ readonly origin: string; readonly stop: () => Promise<void> }> {
  const [folder, dataDir] = await Promise.all([temporaryFolder('export'), temporaryFolder('export-data')]);
  const settings = { RELEASES: releases, DATA_DIR: dataDir, SITE_ORIGIN: site, ...secrets };
  await outputOf(siteProgram, ['export', folder], settings);
  const { origin, stop } = await startStaticHost(folder);
  return {
    origin,
    stop: async () => {
      stop();
      for (const made of [folder, dataDir]) await rm(made, { recursive: true, force: true });
    },
  };
}
