import { join } from 'node:path';
import { buildFolder } from '@site/bundling/project.ts';
import { composeRoutes, type Release } from '@site/releases/Release.ts';
import { verifyFolder } from '@site/releases/verify.ts';
import { noAnswer } from '@site/renderer/apiCalls.ts';
import { isShown } from '@site/renderer/outcome/outcome.ts';
import { strongestWall } from '@site/renderer/walls/strongestWall.ts';
import type { Wall } from '@site/renderer/walls/wall.ts';
import { type RenderHost, RenderWorker } from '@site/renderer/workers/RenderWorker.ts';
import { defaultPolicy } from '@site/server/defaultPolicy.ts';
import { routesIn } from '@site/shared/routes/composeTable.ts';
import { pathOfRoute } from '@site/shared/routes/path.ts';
import { memoryOf } from '@site/testkit/measure/processes.ts';
import { median } from '@site/testkit/measure/report.ts';

/** What the walls around renderers cost. */
export interface WallCost {
  /** The strongest wall of this machine. */
  readonly wall: Wall;
  /** Half of the pages render within this time, in milliseconds: behind that wall, and in a plain process. */
  readonly walled: number;
  readonly plain: number;
  /** Memory of eight renderers behind that wall, each with a remote's release, in megabytes. */
  readonly eight: number;
}

const rounds = 300;
const remoteNames = ['marketing', 'blog', 'contact'];

/** Measures renderers of the built releases without a site around them. */
export async function wallCost(): Promise<WallCost> {
  const wall = strongestWall();
  const shell = await builtRelease('shell');
  const releases = await Promise.all(remoteNames.map(builtRelease));
  const workers: RenderWorker[] = [];
  const start = async (remote: Release, around: Wall) => {
    const worker = new RenderWorker(hostBehind(around), shell, remote);
    workers.push(worker);
    await render(worker, shell, remote);
    return worker;
  };
  try {
    const [first] = releases as [Release, ...Release[]];
    const plainWorker = await start(first, 'process');
    const walledWorker = await start(first, wall);
    const times: Record<'plain' | 'walled', number[]> = { plain: [], walled: [] };
    for (let round = 0; round < rounds; round += 1) {
      times.plain.push(await render(plainWorker, shell, first));
      times.walled.push(await render(walledWorker, shell, first));
    }
    for (const worker of workers.splice(0)) worker.retire();
    for (let count = 0; count < 8; count += 1) await start(releases[count % releases.length] ?? first, wall);
    const { workers: eight } = await memoryOf(process.pid);
    return { wall, plain: median(times.plain), walled: median(times.walled), eight };
  } finally {
    for (const worker of workers) worker.retire();
  }
}

async function builtRelease(app: string): Promise<Release> {
  const folder = join(buildFolder, app);
  return { folder, manifest: await verifyFolder(app, folder) };
}

const hostBehind = (wall: Wall): RenderHost => ({
  wall,
  callApi: async () => noAnswer,
  onOutput: (text) => console.error(text),
});

/** Renders a remote's page; returns the milliseconds. */
async function render(worker: RenderWorker, shell: Release, remote: Release): Promise<number> {
  const { name, version, publicPath, entry } = remote.manifest;
  const { routes } = composeRoutes(new Map([[name, [remote]]]), defaultPolicy);
  const [first] = Object.entries(routes.pages);
  if (!first) throw new Error(`${name} has no page.`);
  const [page, route] = first;
  const registry = { [name]: { release: version, entry: publicPath + entry } };
  const job = {
    request: { url: pathOfRoute(route, 'en'), language: 'en' as const },
    routes: routesIn('en', routes),
    origin: 'http://bench.example',
    registry,
  };
  const start = performance.now();
  const outcome = await worker.render({ job, shell, page, remote, visitor: { address: '127.0.0.1' } });
  // There is no API behind it: the page says so.
  if (!isShown(outcome)) throw new Error(`${job.request.url} could not be rendered: ${JSON.stringify(outcome)}`);
  return performance.now() - start;
}
