import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { type Memory, memoryOf } from '@site/testkit/measure/processes.ts';
import { keepAliveAgent, timedRequest } from '@site/testkit/measure/timedRequest.ts';
import { temporaryFolder } from '@site/testkit/site/folders.ts';
import { readyOrigin, startProgram, stopProgram } from '@site/testkit/site/program.ts';
import { Load, type LoadCounts } from './Load.ts';
import { firstPages, Releasing } from './Releasing.ts';

/** How to run. */
export interface SoakOptions {
  /** Where an app has been built. */
  readonly folderOf: (app: string) => string;
  /** How many releases and rollbacks go live. */
  readonly changes: number;
  /** Requests per second. */
  readonly rate: number;
  /** After how many changes memory is measured. */
  readonly memoryAfter?: readonly number[];
  readonly onChange?: (change: string) => void;
}

/** The result of a run. */
export interface SoakResult extends Readonly<LoadCounts> {
  readonly releases: number;
  readonly rollbacks: number;
  /** From each change of the store to the first new page, in milliseconds. */
  readonly live: readonly number[];
  readonly memory: readonly (Memory & { readonly after: number })[];
  readonly seconds: number;
  /** The server's log. */
  readonly log: string;
}

/** After this time, in milliseconds, a release that is not visible has failed. */
const patience = 10_000;

/** Releases and rolls back random remotes of a site under constant load. */
export async function soak(options: SoakOptions): Promise<SoakResult> {
  const folder = await temporaryFolder('soak');
  const releasing = new Releasing(join(folder, 'store'), join(folder, 'variants'), options.folderOf);
  await releasing.begin();
  const environment = { PORT: '0', RELEASES: join(folder, 'store'), DATA_DIR: join(folder, 'data') };
  const program = startProgram('platform/server/src/main.ts', [], environment);
  try {
    const origin = await readyOrigin(program);
    const start = performance.now();
    const load = new Load(origin, options.rate);
    const seen = await changeAndLook({ options, releasing, load, origin, pid: program.process.pid ?? 0 }).finally(() =>
      load.stop(),
    );
    const { releases, rollbacks } = releasing;
    const seconds = (performance.now() - start) / 1000;
    return { ...load.counts, ...seen, releases, rollbacks, seconds, log: program.output() };
  } finally {
    await stopProgram(program);
    await rm(folder, { recursive: true, force: true });
  }
}

interface Running {
  readonly options: SoakOptions;
  readonly releasing: Releasing;
  readonly load: Load;
  readonly origin: string;
  /** The server's process. */
  readonly pid: number;
}

/** Makes one change after the other, each once the last one is visible. */
async function changeAndLook({ options, releasing, load, origin, pid }: Running) {
  const live: number[] = [];
  const memory: (Memory & { after: number })[] = [];
  for (let change = 1; change <= options.changes; change += 1) {
    const { remote, version, since } = await releasing.change(change);
    const milliseconds = await untilSeen(origin + firstPages[remote], version, since);
    if (milliseconds === undefined) load.counts.failures.push(`${remote}@${version} was not seen`);
    else live.push(milliseconds);
    options.onChange?.(`${change} ${remote}@${version}`);
    if (options.memoryAfter?.includes(change)) memory.push({ after: change, ...(await memoryOf(pid)) });
  }
  return { live, memory };
}

/** The time until a page first has a version; undefined when it never does. */
async function untilSeen(url: string, version: string, since: number): Promise<number | undefined> {
  const agent = keepAliveAgent();
  try {
    while (Date.now() - since < patience) {
      const { body } = await timedRequest(url, { agent });
      if (body.includes(`data-release="${version}"`)) return Date.now() - since;
      await delay(10);
    }
    return undefined;
  } finally {
    agent.destroy();
  }
}
