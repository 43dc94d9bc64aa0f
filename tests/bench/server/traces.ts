/**
 * `npm run bench -- traces [--runs N] [--write]`: compares the processor time of servers that trace nothing, one request of a
 * hundred, and every request. With `--write` the result replaces the last one in docs/performance.md.
 */
import { parseArgs } from 'node:util';
import { build } from '@site/bundling/build.ts';
import { apps } from '@site/bundling/project.ts';
import { homePath } from '@site/shared/routes/path.ts';
import { conditions, markdownTable, writeResult } from '@site/testkit/measure/report.ts';
import { releaseEverything } from '@site/testkit/site/releases.ts';
import { type SiteServer, startSite } from '@site/testkit/site/servers.ts';
import { startCollector } from '@site/testkit/startCollector.ts';
import { type LoadResult, load, loadGenerator } from './load.ts';
import { medians, type RenderedLoad, renderedLoad } from './processShares.ts';
import { ms, µs } from './serverTable.ts';

const { values } = parseArgs({
  args: process.argv.slice(3),
  options: { runs: { type: 'string', default: '5' }, write: { type: 'boolean', default: false } },
});
const runs = Number(values.runs);
const request = { encoding: 'gzip', duration: 5, connections: 32 };
const generator = await loadGenerator();

for (const app of apps) await build(app);
await releaseEverything();

const collector = await startCollector();
const traced = (share: string) => ({
  OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
  OTEL_TRACES_SAMPLER: 'parentbased_traceidratio',
  OTEL_TRACES_SAMPLER_ARG: share,
});
/** Settings of the servers by what they trace. */
const kinds = { none: {}, 'one of a hundred': traced('0.01'), all: traced('1') };

interface Cost {
  readonly page: LoadResult;
  readonly rendered: RenderedLoad;
}

const sites: { readonly site: SiteServer; readonly costs: Cost[] }[] = [];
try {
  for (const environment of Object.values(kinds)) sites.push({ site: await startSite({ environment }), costs: [] });
  for (let run = 0; run <= runs; run += 1) {
    console.error(run === 0 ? '… warming up' : `… run ${run} of ${runs}`);
    for (const { site, costs } of sites) {
      const url = site.origin + homePath('en');
      const page = await load(generator, [site.program.process.pid ?? 0], { ...request, url });
      const rendered = await renderedLoad(site, 1, request);
      if (run > 0) costs.push({ page, rendered });
    }
  }
} finally {
  await Promise.all(sites.map(({ site }) => site.stop()));
  await collector.stop();
}

const measured = sites.map(({ costs }) => ({
  page: medians(costs.map(({ page }) => page)),
  rendered: medians(costs.map(({ rendered }) => rendered)),
}));
const row = (name: string, value: (cost: Cost) => number, show: (value: number) => string) => {
  const [none = 0, ...others] = measured.map(value);
  return [name, show(none), ...others.map((other) => `${show(other)}, ${(other / none).toFixed(2)}`)];
};
const result = `${markdownTable(
  ['traced requests', ...Object.keys(kinds)],
  [
    row('processor time per page from memory', ({ page }) => page.processorTime, µs),
    row('processor time per rendered page', ({ rendered }) => rendered.servers, ms),
  ],
)}

${conditions([
  ['load', `${generator.name} on the same machine, ${request.connections} connections, ${request.duration} s each`],
  ['runs', `median of ${runs}, by turns`],
])}`;
console.log(result);
if (values.write) await writeResult('bench:traces', result);
