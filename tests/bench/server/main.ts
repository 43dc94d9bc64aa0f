/**
 * `npm run bench -- server [--runs N] [--write]`: compares pages from the site server's memory with nginx, which serves the
 * same bytes from files, and with bare Node, which has them in memory; measures how long rendering takes, what the walls
 * around renderers cost, and what a second process adds. With `--write` the result replaces the last one in docs/performance.md.
 */
import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { build } from '@site/bundling/build.ts';
import { apps } from '@site/bundling/project.ts';
import { homePath } from '@site/shared/routes/path.ts';
import { childrenOf } from '@site/testkit/measure/processes.ts';
import { conditions, writeResult } from '@site/testkit/measure/report.ts';
import { keepAliveAgent, timedRequest } from '@site/testkit/measure/timedRequest.ts';
import { everyAddress } from '@site/testkit/site/addresses.ts';
import { temporaryFolder } from '@site/testkit/site/folders.ts';
import { outputOf, siteProgram } from '@site/testkit/site/program.ts';
import { startSite } from '@site/testkit/site/servers.ts';
import { bareNode } from './bareNode.ts';
import { type LoadRequest, type LoadResult, load, loadGenerator } from './load.ts';
import { type ProcessShare, processShares } from './processShares.ts';
import { type ServerResult, serverTable, sharesTable } from './serverTable.ts';
import { staticNginx } from './staticNginx.ts';
import { wallCost } from './walls.ts';

const { values } = parseArgs({
  args: process.argv.slice(3),
  options: { runs: { type: 'string', default: '5' }, write: { type: 'boolean', default: false } },
});
const runs = Number(values.runs);
const renderRounds = 10;
const duration = 5;
const connections = 32;
/** Every nginx supports gzip. */
const encoding = 'gzip';
const generator = await loadGenerator();

/** Addresses as bots try them, each a different one: below a language and not, some almost a page. */
const unknownPaths: readonly string[] = Array.from({ length: 100 }, (_, index) => [
  `/wp-login-${index}.php`,
  `/.env.${index}`,
  `/en/wp-admin/setup-${index}.php`,
  `/fr/blog-${index}/feed`,
  `/es/precio${index}`,
]).flat();

for (const app of apps) await build(app);
const measured = await measure();
const result = `${serverTable(measured)}

${sharesTable(measured.shares)}

${conditions([
  [
    'load',
    `${generator.name} on the same machine, ${connections} connections, home page as ${encoding}, ${duration} s each`,
  ],
  ['runs', `median of ${runs}, by turns`],
])}`;
console.log(result);
if (values.write) await writeResult('bench:server', result);

async function measure(): Promise<ServerResult> {
  const walls = await wallCost();
  const store = await releasedStore();
  try {
    const [one, two] = [await sharesOf(1, store), await sharesOf(2, store)];
    return { walls, shares: [one, two], ...(await measureOne(store)) };
  } finally {
    await store.remove();
  }
}

/** Measures a site of one process more closely. */
async function measureOne({ releases }: ReleasedStore): Promise<Omit<ServerResult, 'walls' | 'shares'>> {
  const site = await startSite({ releases });
  try {
    const rendered = await renderTimes(site.origin);
    return { rendered, ...(await compare(site.origin, site.program.process.pid ?? 0)) };
  } finally {
    await site.stop();
  }
}

/** What a number of processes serve. */
async function sharesOf(servers: number, { releases }: ReleasedStore): Promise<ProcessShare> {
  return await processShares({ servers, releases, runs, generator, request: { encoding, duration, connections } });
}

async function compare(origin: string, pid: number): Promise<Omit<ServerResult, 'rendered' | 'walls' | 'shares'>> {
  const url = origin + homePath('en');
  const agent = keepAliveAgent();
  const page = await timedRequest(url, { agent, headers: { 'accept-encoding': encoding } });
  agent.destroy();
  const [nginx, bare] = [await staticNginx(page), await bareNode(page)];
  const of = (process: number, request: Partial<LoadRequest>) => () =>
    load(generator, [process], { url, encoding, duration, connections, ...request });
  const loads = {
    nginx: of(childrenOf(nginx.pid)[0] ?? nginx.pid, { url: nginx.origin }),
    bare: of(bare.pid, { url: bare.origin }),
    site: of(pid, {}),
    newsletter: of(pid, { url: `${url}?utm_source=newsletter&utm_medium=email` }),
    unknown: of(pid, { paths: unknownPaths, isMissing: true }),
  };
  const results: Record<keyof typeof loads, LoadResult[]> = {
    nginx: [],
    bare: [],
    site: [],
    newsletter: [],
    unknown: [],
  };
  try {
    for (let run = 0; run <= runs; run += 1) {
      console.error(run === 0 ? '… warming up' : `… load ${run} of ${runs}`);
      for (const [name, measureLoad] of Object.entries(loads)) {
        const measured = await measureLoad();
        if (run > 0) results[name as keyof typeof loads].push(measured);
      }
    }
    return results;
  } finally {
    await Promise.all([nginx.stop(), bare.stop()]);
  }
}

interface ReleasedStore {
  readonly releases: string;
  readonly remove: () => Promise<void>;
}

/** Releases the built apps into a new store. */
async function releasedStore(): Promise<ReleasedStore> {
  const folder = await temporaryFolder('bench-store');
  const environment = { RELEASES: join(folder, 'store'), DATA_DIR: join(folder, 'data') };
  await mkdir(environment.RELEASES);
  for (const app of apps) await outputOf(siteProgram, ['publish', app, '--promote'], environment);
  return { releases: environment.RELEASES, remove: () => rm(folder, { recursive: true, force: true }) };
}

/** The time to render each page, one after the other, in milliseconds. */
async function renderTimes(origin: string): Promise<number[]> {
  const agent = keepAliveAgent();
  const times: number[] = [];
  for (let round = 0; round <= renderRounds; round += 1) {
    for (const { path } of everyAddress) {
      // With ?boundaries, pages are never cached.
      const { milliseconds } = await timedRequest(`${origin}${path}?boundaries`, { agent });
      // The first round warms up the renderer.
      if (round > 0) times.push(milliseconds);
    }
  }
  agent.destroy();
  return times;
}
