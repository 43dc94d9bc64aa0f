import { rm } from 'node:fs/promises';
import type { Configuration } from '@rspack/core';
import { temporaryFolder } from '../../e2e/support/temporaryFolder.ts';
import { type Bundles, bundlesOf } from '../../rspack.config.ts';
import { compile } from '../../tools/build/build.ts';
import { apps } from '../../tools/bundles/apps.ts';
import { monolithBundles } from './monolith/monolithBundles.ts';

/** Gives the bundles of a whole site, to be built into a folder. */
type SiteBundles = (folder: string) => Promise<readonly Bundles[]>;

/** All bundles of the federated site. */
export const federatedSite: SiteBundles = (folder) =>
  Promise.all(apps.map((app) => bundlesOf(app, { mode: 'production', publicPath: `/assets/${app}/`, folder })));

/** All bundles of the monolith. */
export const monolithSite: SiteBundles = async (folder) => [monolithBundles(folder)];

/** How long it takes to compile all bundles of a site at once with nothing in a cache, in milliseconds. */
export async function buildTime(bundlesIn: SiteBundles): Promise<number> {
  const folder = await temporaryFolder('bench-build');
  try {
    const bundles = await bundlesIn(folder);
    const configurations = bundles.flatMap(({ browser, server }): Configuration[] => [browser, ...server]);
    const start = performance.now();
    await compile(configurations.map((configuration) => ({ ...configuration, cache: false })));
    return performance.now() - start;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
