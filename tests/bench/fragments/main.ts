/**
 * `npm run bench -- fragments [--runs N] [--write]`: a page of three teams' parts against the same page of one team, from memory,
 * rendered and in a browser; and the same parts composed in the browser by a plain host of Module Federation. With `--write` the result
 * replaces the last one in docs/performance.md.
 */
import { parseArgs } from 'node:util';
import { build } from '@site/bundling/build.ts';
import { apps } from '@site/bundling/project.ts';
import { languages } from '@site/shared/i18n/languages.ts';
import { findBrowser } from '@site/testkit/browser/findBrowser.ts';
import { conditions, writeResult } from '@site/testkit/measure/report.ts';
import { keepAliveAgent, timedRequest } from '@site/testkit/measure/timedRequest.ts';
import type { ReleaseStore } from '@site/testkit/site/ReleaseStore.ts';
import { startSite } from '@site/testkit/site/servers.ts';
import { load, loadGenerator } from '../server/load.ts';
import { type HttpsSite, httpsSite } from '../site/httpsSite.ts';
import { visit } from '../site/visit.ts';
import { fragmentsTable, type MeasuredShop } from './fragmentsTable.ts';
import { servePlainHost } from './plain/servePlainHost.ts';
import { requestLevels } from './requestLevels.ts';
import { releasedShops } from './shops.ts';

const { values } = parseArgs({
  args: process.argv.slice(3),
  options: { runs: { type: 'string', default: '5' }, write: { type: 'boolean', default: false } },
});
const runs = Number(values.runs);
const product = '/en/product/dart';
/** The product pages in all colours and languages. */
const pages = languages.flatMap((language) =>
  ['dart-red', 'dart-blue', 'box-sand', 'box-green', 'ray-red', 'ray-blue'].map(
    (sku) => `/${language}/product/${sku.split('-')[0]}?sku=${sku}`,
  ),
);
const loadOptions = { encoding: 'gzip', duration: 5, connections: 32 };

for (const app of apps) await build(app);
const stores = await releasedShops();
const generator = await loadGenerator();
const program = await findBrowser();
const oneTeam = newShop();
const fragments = newShop();
const plain = newShop();
const agent = keepAliveAgent();
try {
  await measureServers();
  await measureVisits();
} finally {
  agent.destroy();
  await Promise.all(Object.values(stores).map((store: ReleaseStore) => store.remove()));
}
const result = `${fragmentsTable({ oneTeam, fragments, plain })}

${conditions([
  [
    'load',
    `${generator.name} on the same machine, ${loadOptions.connections} connections, ${loadOptions.duration} s each`,
  ],
  ['browser', 'Lighthouse, mobile, simulated slow 4G, HTTPS and HTTP/2 of nginx'],
  ['runs', `median of ${runs}, by turns`],
])}`;
console.log(result);
if (values.write) await writeResult('bench:fragments', result);

function newShop(): MeasuredShop {
  return { loads: [], first: [], again: [], visits: [], levels: [] };
}

/** Pages that are rendered for the first time, from memory, and rendered again: each by turns, with new servers in each run. */
async function measureServers(): Promise<void> {
  for (let run = 1; run <= runs; run += 1) {
    console.error(`… load ${run} of ${runs}`);
    const shops = [
      { measured: oneTeam, site: await startSite({ releases: stores.oneTeam.folder }) },
      { measured: fragments, site: await startSite({ releases: stores.fragments.folder }) },
    ];
    for (const path of pages)
      for (const { measured, site } of shops) measured.first.push(await timeOf(site.origin + path));
    // With ?boundaries, pages are never cached.
    for (const path of pages)
      for (const { measured, site } of shops) measured.again.push(await timeOf(`${site.origin}${path}&boundaries`));
    for (const { measured, site } of shops)
      measured.loads.push(
        await load(generator, [site.program.process.pid ?? 0], { url: site.origin + product, ...loadOptions }),
      );
    await Promise.all(shops.map(({ site }) => site.stop()));
  }
}

async function timeOf(url: string): Promise<number> {
  const { status, milliseconds } = await timedRequest(url, { agent });
  if (status !== 200) throw new Error(`${url} answered with ${status}.`);
  return milliseconds;
}

async function measureVisits(): Promise<void> {
  const stops: (() => unknown)[] = [];
  const shop = async (releases: string): Promise<HttpsSite> => {
    const served = await httpsSite((origin) => startSite({ releases, environment: { SITE_ORIGIN: origin } }));
    stops.push(served.stop);
    // Fills the page cache.
    await visit(served.origin + product, program);
    return served;
  };
  try {
    const sites = [
      { measured: oneTeam, origin: (await shop(stores.oneTeam.folder)).origin },
      { measured: fragments, origin: (await shop(stores.fragments.folder)).origin },
    ];
    const site = await startSite({ releases: stores.fragments.folder });
    stops.push(site.stop);
    const host = await httpsSite(() => servePlainHost(site.origin));
    stops.push(host.stop);
    sites.push({ measured: plain, origin: host.origin });
    for (const { measured, origin } of sites) measured.levels.push(await requestLevels(origin + product, program));
    for (let run = 1; run <= runs; run += 1) {
      console.error(`… visit ${run} of ${runs}`);
      for (const { measured, origin } of sites) measured.visits.push(await visit(origin + product, program));
    }
  } finally {
    for (const stop of stops.reverse()) await stop();
  }
}
