import { rm } from 'node:fs/promises';
import { buildFolder } from '@site/kit/build/bundles/folders.ts';
import { temporaryFolder } from '@site/testkit/site/temporaryFolder.ts';
import { buildTime, federatedSite, monolithSite } from '../buildTime.ts';
import { type Visit, visit } from '../lighthouse/visit.ts';
import { buildMonolith } from '../monolith/buildMonolith.ts';
import { type ServedSite, serve } from '../serve/serve.ts';

/** What was measured of a site. */
export interface Measured {
  readonly visits: readonly Visit[];
  /** In milliseconds. */
  readonly builds: readonly number[];
}

/** The same sources, built in two ways. */
export interface Comparison {
  readonly monolith: Measured;
  readonly federated: Measured;
}

/** How to compare. */
export interface CompareOptions {
  readonly path: string;
  readonly runs: number;
  /** The browser. */
  readonly program: string;
  readonly onProgress: (step: string) => void;
}

/** Builds of each site: they differ less than visits. */
const builds = 3;

/** Builds and visits the federated site and the monolith by turns: what disturbs the machine disturbs both. */
export async function compare(options: CompareOptions): Promise<Comparison> {
  const folder = await temporaryFolder('monolith');
  const served: ServedSite[] = [];
  try {
    await buildMonolith(folder);
    for (const apps of [folder, buildFolder]) served.push(await serve(apps));
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
