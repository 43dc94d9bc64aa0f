import { homePath } from '@site/shared/routes/path.ts';
import { childrenOf, descendantsOf, heldMemory } from '@site/testkit/measure/processes.ts';
import { median, quantile } from '@site/testkit/measure/report.ts';
import { keepAliveAgent, timedRequest } from '@site/testkit/measure/timedRequest.ts';
import { everyAddress } from '@site/testkit/site/addresses.ts';
import { type SiteServer, startSite } from '@site/testkit/site/servers.ts';
import { type LoadGenerator, type LoadRequest, type LoadResult, load, processorTimeOf } from './load.ts';
import { staticNginx } from './staticNginx.ts';

/** Rendered pages under load. Times are in milliseconds. */
export interface RenderedLoad extends Pick<LoadResult, 'perSecond' | 'p99'> {
  /** Processor time per page, of the servers and of their renderers. */
  readonly servers: number;
  readonly renderers: number;
}

/** What a number of processes serve, beside as many workers of nginx. */
export interface ProcessShare {
  readonly nginx: LoadResult;
  readonly site: LoadResult;
  readonly rendered: RenderedLoad;
  /** In megabytes, after that. */
  readonly memory: { readonly servers: number; readonly renderers: number };
}

/** What to measure. */
interface ShareOptions {
  readonly servers: number;
  /** Folder of the store. */
  readonly releases: string;
  readonly runs: number;
  readonly generator: LoadGenerator;
  readonly request: Omit<LoadRequest, 'url'>;
}

/** Measures pages from memory and rendered pages with a number of processes. */
export async function processShares({
  servers,
  releases,
  runs,
  generator,
  request,
}: ShareOptions): Promise<ProcessShare> {
  const site = await startSite({ releases, environment: { SERVERS: String(servers) } });
  const url = site.origin + homePath('en');
  const agent = keepAliveAgent();
  const page = await timedRequest(url, { agent, headers: { 'accept-encoding': request.encoding } });
  agent.destroy();
  const nginx = await staticNginx(page, servers).catch(async (error: unknown) => {
    await site.stop();
    throw error;
  });
  const results = { nginx: [] as LoadResult[], site: [] as LoadResult[], rendered: [] as RenderedLoad[] };
  try {
    for (let run = 0; run <= runs; run += 1) {
      console.error(`… ${servers} processes, ${run === 0 ? 'warming up' : `run ${run} of ${runs}`}`);
      const measured = {
        nginx: await load(generator, childrenOf(nginx.pid), { ...request, url: nginx.origin }),
        site: await load(generator, serversOf(site, servers), { ...request, url }),
        rendered: await renderedLoad(site, servers, request),
      };
      if (run === 0) continue;
      results.nginx.push(measured.nginx);
      results.site.push(measured.site);
      results.rendered.push(measured.rendered);
    }
    const memory = (pids: readonly number[]) => pids.reduce((sum, pid) => sum + heldMemory(pid), 0);
    return {
      nginx: medians(results.nginx),
      site: medians(results.site),
      rendered: medians(results.rendered),
      memory: { servers: memory(serversOf(site, servers)), renderers: memory(renderersOf(site, servers)) },
    };
  } finally {
    await Promise.all([nginx.stop(), site.stop()]);
  }
}

/** The processes that serve: with several, the one that supervises them is their parent. */
function serversOf({ program }: SiteServer, servers: number): readonly number[] {
  const pid = program.process.pid ?? 0;
  return servers === 1 ? [pid] : [pid, ...childrenOf(pid)];
}

function renderersOf(site: SiteServer, servers: number): readonly number[] {
  const others = serversOf(site, servers);
  return descendantsOf(site.program.process.pid ?? 0).filter((pid) => !others.includes(pid));
}

/** Renders every page again and again, over as many connections as the pages from memory. */
export async function renderedLoad(
  site: SiteServer,
  servers: number,
  { encoding, duration, connections }: Omit<LoadRequest, 'url'>,
): Promise<RenderedLoad> {
  const agent = keepAliveAgent();
  const times: number[] = [];
  const usedBy = () => [serversOf(site, servers), renderersOf(site, servers)].map(processorTimeOf);
  const before = usedBy();
  const startedAt = performance.now();
  const isOver = () => performance.now() - startedAt > duration * 1000;
  let asked = 0;
  const visit = async () => {
    while (!isOver()) {
      const { path = '' } = everyAddress[asked++ % everyAddress.length] ?? {};
      // With ?boundaries, pages are never cached.
      const options = { agent, headers: { 'accept-encoding': encoding } };
      times.push((await timedRequest(`${site.origin}${path}?boundaries`, options)).milliseconds);
    }
  };
  await Promise.all(Array.from({ length: connections }, visit));
  const seconds = (performance.now() - startedAt) / 1000;
  const [ofServers = 0, ofRenderers = 0] = usedBy().map((used, index) => used - (before[index] ?? 0));
  agent.destroy();
  return {
    perSecond: times.length / seconds,
    p99: quantile(times, 0.99),
    servers: (ofServers / times.length) * 1000,
    renderers: (ofRenderers / times.length) * 1000,
  };
}

/** The median of each value. */
export function medians<Result extends object>(results: readonly Result[]): Result {
  const [first] = results;
  const of = (name: string) => median(results.map((result) => Number(Reflect.get(result, name))));
  return Object.fromEntries(Object.keys(first ?? {}).map((name) => [name, of(name)])) as Result;
}
