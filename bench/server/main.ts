/**
 * `npm run bench:server [-- --runs N] [--write]`: pages from the site server's memory against nginx with the same bytes
 * from files, and how long pages take that must be rendered. With `--write` the result replaces the last one in
 * docs/performance.md.
 */
import { parseArgs } from 'node:util';
import { build } from '@site/kit/build/build.ts';
import { apps } from '@site/kit/build/bundles/apps.ts';
import { pathOf } from '@site/shared/routes/path.ts';
import { conditions } from '@site/testkit/measure/conditions.ts';
import { childrenOf } from '@site/testkit/measure/processes.ts';
import { writeResult } from '@site/testkit/measure/writeResult.ts';
import { keptConnections, timedRequest } from '@site/testkit/timedRequest.ts';
import { type LoadResult, load } from './load/load.ts';
import { loadGenerator } from './load/loadGenerator.ts';
import { releasedSite } from './releasedSite.ts';
import { renderTimes } from './renderTimes.ts';
import { type ServerResult, serverTable } from './serverTable.ts';
import { staticNginx } from './staticNginx.ts';

const { values } = parseArgs({
  options: { runs: { type: 'string', default: '5' }, write: { type: 'boolean', default: false } },
});
const runs = Number(values.runs);
const duration = 5;
const connections = 32;
/** The one that every nginx has. */
const encoding = 'gzip';
const generator = await loadGenerator();
const asked = { encoding, duration, connections };

for (const app of apps) await build(app);
const result = `${serverTable(await measure())}

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
  const site = await releasedSite();
  try {
    const rendered = await renderTimes(site.origin);
    return { rendered, ...(await compare(site.origin, site.program.process.pid ?? 0)) };
  } finally {
    await site.stop();
  }
}

async function compare(origin: string, pid: number): Promise<Omit<ServerResult, 'rendered'>> {
  const url = origin + pathOf('home', 'en');
  const agent = keptConnections();
  const page = await timedRequest(url, { agent, headers: { 'accept-encoding': encoding } });
  agent.destroy();
  const nginx = await staticNginx(page);
  try {
    const loadNginx = () => load(generator, childrenOf(nginx.pid)[0] ?? nginx.pid, { ...asked, url: nginx.origin });
    const loadSite = () => load(generator, pid, { ...asked, url });
    const loadOther = (other: Partial<typeof asked> & { url: string; isMissing?: boolean }) =>
      load(generator, pid, { ...asked, ...other });
    const results: Record<'nginx' | 'site' | 'newsletter' | 'unknown', LoadResult[]> = {
      nginx: [],
      site: [],
      newsletter: [],
      unknown: [],
    };
    for (let run = 0; run <= runs; run += 1) {
      console.error(run === 0 ? '… warming up' : `… load ${run} of ${runs}`);
      const [theirs, ours] = [await loadNginx(), await loadSite()];
      if (run === 0) continue;
      results.nginx.push(theirs);
      results.site.push(ours);
      results.newsletter.push(await loadOther({ url: `${url}?utm_source=newsletter&utm_medium=email` }));
      results.unknown.push(await loadOther({ url: `${url}/wp-login.php`, isMissing: true }));
    }
    return results;
  } finally {
    await nginx.stop();
  }
}
