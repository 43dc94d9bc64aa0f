import { rm } from 'node:fs/promises';
import type { Configuration } from '@rspack/core';
import { compile } from '@site/bundling/build.ts';
import { type Bundles, bundlesOf } from '@site/bundling/bundles/bundlesOf.ts';
import { apps, buildFolder } from '@site/bundling/project.ts';
import { temporaryFolder } from '@site/testkit/site/folders.ts';
import { type HttpsSite, httpsSite } from './httpsSite.ts';
import { buildMonolith, monolithBundles } from './monolith/buildMonolith.ts';
import { serve } from './serve.ts';
import { type Visit, visit } from './visit.ts';

/** The measurements of a site. */
export interface Measured {
  readonly visits: readonly Visit[];
  /** In milliseconds. */
  readonly builds: readonly number[];
}

/** The measurements of the same sources, built in two ways. */
export interface Comparison {
  readonly monolith: Measured;
  readonly federated: Measured;
}

/** How to compare. */
export interface CompareOptions {
  readonly path: string;
  readonly runs: number;
  /** Path of the browser. */
  readonly program: string;
  readonly onProgress: (step: string) => void;
}

/** How often each site is built: builds vary less than visits. */
const builds = 3;

/** Builds and visits the federated site and the monolith in turn, so that other load affects both. */
export async function compare(options: CompareOptions): Promise<Comparison> {
  const folder = await temporaryFolder('monolith');
  const served: HttpsSite[] = [];
  try {
    await buildMonolith(folder);
    for (const apps of [folder, buildFolder])
      served.push(await httpsSite((origin) => serve(apps, { SITE_ORIGIN: origin })));
    const [monolith, federated] = served.map(({ origin }) => origin + options.path);
    const measured = { monolith: { visits: [], builds: [] }, federated: { visits: [], builds: [] } } as {
      [site in keyof Comparison]: { visits: Visit[]; builds: number[] };
    };
    for (let run = 1; run <= builds; run += 1) {
      options.onProgress(`build ${run} of ${builds}`);
      measured.monolith.builds.push(await buildTime(monolithSite));
      measured.federated.builds.push(await buildTime(federatedSite));
    }
    for (let run = 1; run <= options.runs; run += 1) {
      options.onProgress(`visit ${run} of ${options.runs}`);
      measured.monolith.visits.push(await visit(monolith ?? '', options.program));
      measured.federated.visits.push(await visit(federated ?? '', options.program));
    }
    return measured;
  } finally {
    await Promise.all(served.map((site) => site.stop()));
    await rm(folder, { recursive: true, force: true });
  }
}

/** The bundles of a whole site, to be built into a folder. */
type SiteBundles = (folder: string) => Promise<readonly Bundles[]>;

/** All bundles of the federated site. */
const federatedSite: SiteBundles = (folder) =>
  Promise.all(apps.map((app) => bundlesOf(app, { mode: 'production', publicPath: `/assets/${app}/`, folder })));

/** All bundles of the monolith. */
const monolithSite: SiteBundles = async (folder) => [monolithBundles(folder)];

/** The time to compile all bundles of a site at once without a cache, in milliseconds. */
async function buildTime(bundlesIn: SiteBundles): Promise<number> {
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
