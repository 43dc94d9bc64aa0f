/**
 * `npm run bench -- navigation [--runs N] [--beside NAME=FOLDER] [--write]`: from the click on a prepared link to the new page's
 * first frame, beside the plainest React app that swaps the same pages, and the built files of a site with Astro's client
 * router. With `--write` the result replaces the last one in docs/performance.md.
 */
import { parseArgs } from 'node:util';
import { chromium } from '@playwright/test';
import { build } from '@site/bundling/build.ts';
import { apps, buildFolder } from '@site/bundling/project.ts';
import { browserFlags, findBrowser } from '@site/testkit/browser/findBrowser.ts';
import { conditions, writeResult } from '@site/testkit/measure/report.ts';
import { addresses } from '@site/testkit/site/addresses.ts';
import { serve } from '../site/serve.ts';
import { serveFolder } from '../slow/staticFolder.ts';
import { type ClickedSite, type MeasuredClick, pages, slowdowns } from './clickedSite.ts';
import { clickTable } from './clickTable.ts';
import { measureClick } from './measureClick.ts';
import { servePlainApp } from './plain/servePlainApp.ts';

const { values } = parseArgs({
  args: process.argv.slice(3),
  options: {
    runs: { type: 'string', default: '5' },
    beside: { type: 'string', multiple: true, default: [] },
    write: { type: 'boolean', default: false },
  },
});
const runs = Number(values.runs);
const built: Pick<ClickedSite, 'paths' | 'awake'> = { paths: addresses.en, awake: ':root[data-hydrated]' };

/** AstroWind's: its header has them in a menu that opens when the pointer is over it. */
const astroWind = {
  paths: { home: '/', services: '/services', pricing: '/pricing', blog: '/blog', contact: '/contact', team: '/about' },
  menu: 'header li.dropdown',
};

for (const app of apps) await build(app);
const own = await serve(buildFolder);
const plain = await servePlainApp(own.origin);
const sites: (ClickedSite & { readonly stop: () => unknown })[] = [
  { name: 'this site', ...built, ...own },
  { name: 'plain React', ...built, ...plain },
];
for (const beside of values.beside) {
  const [name = '', folder = ''] = beside.split('=');
  sites.push({ name, ...astroWind, ...(await serveFolder(folder)) });
}
const args = ['--headless=new', ...browserFlags];
const browser = await chromium.launch({ executablePath: await findBrowser(), args });
try {
  const clicks: MeasuredClick[] = [];
  for (const slowdown of slowdowns)
    for (let run = 1; run <= runs; run += 1)
      for (const page of pages)
        for (const site of sites) {
          console.error(`… ${page} of ${site.name} at ${slowdown} ×, ${run} of ${runs}`);
          clicks.push({ site: site.name, page, slowdown, ...(await measureClick(browser, site, page, slowdown)) });
        }
  const names = sites.map(({ name }) => name);
  const result = `${clickTable(names, clicks)}

${conditions([
  ['browser', `Chromium ${browser.version()}, 1280 × 800, without a GPU, reduced motion`],
  ['runs', `median of ${runs}, by turns; each with an empty browser`],
])}`;
  console.log(result);
  if (values.write) await writeResult('bench:navigation', result);
} finally {
  await browser.close();
  // The plain app takes its pages from this site.
  for (const { stop } of sites.toReversed()) await stop();
}
