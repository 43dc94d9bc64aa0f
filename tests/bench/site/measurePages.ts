import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buildFolder } from '@site/bundling/project.ts';
import { httpsSite } from './httpsSite.ts';
import { serve } from './serve.ts';
import { type Visit, visit } from './visit.ts';

/** The visits to a page. */
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

/** Stands for the path of the floor page. */
const floorName = 'static page';

/** Visits the floor page and every path in turn, once per run. */
export async function measurePages({ paths, runs, program, onProgress }: PagesOptions): Promise<MeasuredPage[]> {
  const site = await httpsSite(async (origin) => {
    const server = await serve(buildFolder, { SITE_ORIGIN: origin });
    // Fills the page cache, which also compresses pages better.
    for (const path of paths) await fetch(server.origin + path);
    return server;
  });
  const floor = await httpsSite(serveFloor).catch(async (error: unknown) => {
    await site.stop();
    throw error;
  });
  const pages = [
    { path: floorName, url: `${floor.origin}/` },
    ...paths.map((path) => ({ path, url: site.origin + path })),
  ].map((page) => ({ ...page, visits: [] as Visit[] }));
  try {
    for (let run = 1; run <= runs; run += 1) {
      for (const { path, url, visits } of pages) {
        onProgress(`visit ${run} of ${runs} to ${path}`);
        visits.push(await visit(url, program));
      }
    }
    return pages;
  } finally {
    await Promise.all([floor.stop(), site.stop()]);
  }
}

async function serveFloor(): Promise<{ readonly origin: string; readonly stop: () => void }> {
  const server = createServer(({ url }, response) => {
    // Lighthouse also requests other files, which must not be answered with the page.
    response.writeHead(url === '/' ? 200 : 404, { 'content-type': 'text/html; charset=utf-8' }).end(floorPage);
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return { origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, stop: () => server.close() };
}

/** The floor: a static page with only inline CSS. No page can be faster. */
const floorPage = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Floor</title>
<meta name="description" content="As little as a page can be.">
<link rel="icon" href="data:,">
<style>body { margin: 2rem auto; max-width: 40rem; padding: 0 1rem; font: 1.125rem/1.6 system-ui, sans-serif }</style>
</head>
<body>
<main>
<h1>The floor</h1>
<p>${'A page that needs one request and runs no script. '.repeat(12).trim()}</p>
</main>
</body>
</html>
`;
