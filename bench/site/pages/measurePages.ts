import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buildFolder } from '@site/kit/build/bundles/folders.ts';
import { type Visit, visit } from '../lighthouse/visit.ts';
import { serve } from '../serve/serve.ts';
import { floorPage } from './floorPage.ts';

/** The visits to an address. */
export interface MeasuredPage {
  readonly path: string;
  readonly visits: readonly Visit[];
}

/** What to measure. */
export interface PagesOptions {
  readonly paths: readonly string[];
  readonly runs: number;
  /** The browser. */
  readonly program: string;
  readonly onProgress: (step: string) => void;
}

/** The floor in the place of a path. */
const floorName = 'static page';

/** Visits the floor and every address in turn, as often as there are runs. */
export async function measurePages({ paths, runs, program, onProgress }: PagesOptions): Promise<MeasuredPage[]> {
  const floor = createServer(({ url }, response) => {
    // Lighthouse asks for other files as well, and would take the page for them.
    response.writeHead(url === '/' ? 200 : 404, { 'content-type': 'text/html; charset=utf-8' }).end(floorPage);
  });
  await once(floor.listen(0, '127.0.0.1'), 'listening');
  const site = await serve(buildFolder);
  const pages = [
    { path: floorName, url: `http://127.0.0.1:${(floor.address() as AddressInfo).port}/` },
    ...paths.map((path) => ({ path, url: site.origin + path })),
  ].map((page) => ({ ...page, visits: [] as Visit[] }));
  try {
    // Visitors get pages from memory, where they are also compressed better than on the spot.
    for (const { url } of pages) await fetch(url);
    for (let run = 1; run <= runs; run += 1) {
      for (const { path, url, visits } of pages) {
        onProgress(`visit ${run} of ${runs} to ${path}`);
        visits.push(await visit(url, program));
      }
    }
    return pages;
  } finally {
    floor.close();
    await site.stop();
  }
}
