import { rm } from 'node:fs/promises';
import type { Configuration } from '@rspack/core';
import { compile } from '@site/kit/build/build.ts';
import { apps } from '@site/kit/build/bundles/apps.ts';
import { type Bundles, bundlesOf } from '@site/kit/build/bundles/bundlesOf.ts';
import { temporaryFolder } from '@site/testkit/site/temporaryFolder.ts';
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
