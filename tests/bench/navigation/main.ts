/**
 * `npm run bench -- navigation [--runs N] [--write]`: from the click on a prepared link to the new page's first frame, beside
 * the plainest React app that swaps the same pages. With `--write` the result replaces the last one in docs/performance.md.
 */
import { parseArgs } from 'node:util';
import { chromium } from '@playwright/test';
import { build } from '@site/kit/build/build.ts';
import { apps, buildFolder } from '@site/kit/build/bundles/project.ts';
import { conditions, markdownTable, median, writeResult } from '@site/testkit/measure/report.ts';
import { addresses } from '@site/testkit/site/addresses.ts';
import { browserFlags, findBrowser } from '@site/tools/browser/findBrowser.ts';
import { serve } from '../site/serve.ts';
import { type Click, measureClick } from './measureClick.ts';
import { servePlainApp } from './plain/servePlainApp.ts';

const { values } = parseArgs({
  args: process.argv.slice(3),
  options: { runs: { type: 'string', default: '5' }, write: { type: 'boolean', default: false } },
});
const runs = Number(values.runs);
const { home, services, pricing, blog, contact, team } = addresses.en;
const slowdowns = [4, 1];
const goals: Readonly<Record<number, Click>> = { 4: { frame: 100, event: 40 }, 1: { frame: 50, event: 40 } };

for (const app of apps) await build(app);
const site = await serve(buildFolder);
const plain = await servePlainApp(site.origin);
const args = ['--headless=new', ...browserFlags];
const browser = await chromium.launch({ executablePath: await findBrowser(), args });
try {
  const rows: string[][] = [];
  for (const slowdown of slowdowns)
    for (const path of [services, pricing, blog, contact, team]) rows.push(await rowOf(path, slowdown));
  const head = ['page', 'CPU', 'frame', 'plain React', 'ratio', 'goal', 'event', 'plain React', 'goal'];
  const result = `${markdownTable(head, rows)}

${conditions([
  ['browser', `Chromium ${browser.version()}, 1280 × 800, without a GPU`],
  ['runs', `median of ${runs}, by turns`],
])}`;
  console.log(result);
  if (values.write) await writeResult('bench:navigation', result);
} finally {
  await browser.close();
  await plain.stop();
  await site.stop();
}

async function rowOf(path: string, slowdown: number): Promise<string[]> {
  const [ours, theirs]: [Click[], Click[]] = [[], []];
  for (let run = 1; run <= runs; run += 1) {
    console.error(`… ${path} at ${slowdown} ×, ${run} of ${runs}`);
    ours.push(await measureClick(browser, site.origin + home, path, slowdown));
    theirs.push(await measureClick(browser, plain.origin + home, path, slowdown));
  }
  const of = (clicks: readonly Click[], name: keyof Click) => median(clicks.map((click) => click[name]));
  const verdict = (name: keyof Click) => {
    const goal = goals[slowdown]?.[name] ?? 0;
    return `≤ ${goal} ms ${of(ours, name) <= goal ? 'met' : 'missed'}`;
  };
  const show = (clicks: readonly Click[], name: keyof Click) => `${of(clicks, name).toFixed(0)} ms`;
  const ratio = (of(ours, 'frame') / of(theirs, 'frame')).toFixed(2);
  const frame = [show(ours, 'frame'), show(theirs, 'frame'), ratio, verdict('frame')];
  return [path, `${slowdown} ×`, ...frame, show(ours, 'event'), show(theirs, 'event'), verdict('event')];
}
