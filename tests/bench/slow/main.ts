/**
 * `npm run bench -- slow [--runs N] [--beside NAME=FOLDER] [--write]`: what a visitor with a slow phone on a slow network gets, and
 * when: over HTTPS and HTTP/2, of this site, of the same sources as a monolith, and of another site's built files. With
 * `--write` the result replaces the last one in docs/performance.md.
 */
import { rm } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { chromium } from '@playwright/test';
import { build } from '@site/bundling/build.ts';
import { apps, buildFolder } from '@site/bundling/project.ts';
import { browserFlags, findBrowser } from '@site/testkit/browser/findBrowser.ts';
import { conditions, writeResult } from '@site/testkit/measure/report.ts';
import { addresses } from '@site/testkit/site/addresses.ts';
import { temporaryFolder } from '@site/testkit/site/folders.ts';
import { certificateFlags, type HttpsSite, httpsSite } from '../site/httpsSite.ts';
import { buildMonolith } from '../site/monolith/buildMonolith.ts';
import { serve } from '../site/serve.ts';
import { slowLink, slowNetwork } from './slowLink.ts';
import { slowTable } from './slowTable.ts';
import { type SitePages, type SlowVisit, slowdown, slowVisit } from './slowVisits.ts';
import { serveFolder } from './staticFolder.ts';

const { values } = parseArgs({
  args: process.argv.slice(3),
  options: {
    runs: { type: 'string', default: '3' },
    beside: { type: 'string', multiple: true, default: [] },
    write: { type: 'boolean', default: false },
  },
});
const runs = Number(values.runs);

const own: SitePages = {
  home: addresses.en.home,
  menu: 'header summary',
  link: 'header details nav a',
  contact: addresses.en.contact,
};

/** AstroWind's, which other sites made of it share. */
const astroWind: SitePages = { home: '/', menu: '[data-aw-toggle-menu]', link: 'header nav a[href*="/pricing"]' };

for (const app of apps) await build(app);
const monolith = await temporaryFolder('monolith');
const browser = await chromium.launch({
  executablePath: await findBrowser(),
  args: [...browserFlags, ...certificateFlags],
});
const sites: {
  readonly name: string;
  readonly site: HttpsSite;
  readonly pages: SitePages;
  readonly visits: SlowVisit[];
}[] = [];
try {
  await buildMonolith(monolith);
  const ofFolder = (folder: string) => (origin: string) => serve(folder, { SITE_ORIGIN: origin });
  sites.push({ name: 'this site', site: await httpsSite(ofFolder(buildFolder), slowLink), pages: own, visits: [] });
  sites.push({ name: 'monolith', site: await httpsSite(ofFolder(monolith), slowLink), pages: own, visits: [] });
  for (const beside of values.beside) {
    const [name = '', folder = ''] = beside.split('=');
    sites.push({ name, site: await httpsSite(() => serveFolder(folder), slowLink), pages: astroWind, visits: [] });
  }
  for (let run = 1; run <= runs; run += 1) {
    for (const { name, site, pages, visits } of sites) {
      console.error(`… visit ${run} of ${runs} to ${name}`);
      visits.push(await slowVisit(browser, site, pages));
    }
  }
} finally {
  await browser.close();
  await Promise.all(sites.map(({ site }) => site.stop()));
  await rm(monolith, { recursive: true, force: true });
}
const { bandwidth, roundTrip } = slowNetwork;
const result = `${slowTable(sites)}

${conditions([
  ['browser', `Chromium ${browser.version()} as a phone, with ${slowdown} times the processor time`],
  ['network', `${bandwidth / 1000} kbit/s, ${roundTrip} ms there and back, HTTPS and HTTP/2 of nginx`],
  ['runs', `median of ${runs}, by turns; each page with an empty browser`],
])}`;
console.log(result);
if (values.write) await writeResult('bench:slow', result);
