import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { ReleaseCache } from '@site/releases/follow/ReleaseCache.ts';
import { liveReleases } from '@site/releases/operations/liveReleases.ts';
import { promote } from '@site/releases/operations/promote.ts';
import { publish } from '@site/releases/operations/publish.ts';
import { FolderStore } from '@site/releases/store/FolderStore.ts';
import type { ReleaseManifest } from '@site/shared/contract/release.ts';
import { languages } from '@site/shared/i18n/languages.ts';
import { memoryOf } from '@site/testkit/measure/processes.ts';
import { median, quantile } from '@site/testkit/measure/report.ts';
import { keepAliveAgent, timedRequest } from '@site/testkit/measure/timedRequest.ts';
import { copyRelease } from '@site/testkit/releases/variant.ts';
import { temporaryFolder } from '@site/testkit/site/folders.ts';
import { outputOf, readyOrigin, siteProgram, stopProgram } from '@site/testkit/site/program.ts';
import { ReleaseStore } from '@site/testkit/site/ReleaseStore.ts';
import { sharedSettings } from '@site/testkit/site/releases.ts';
import { startSiteProgram } from '@site/testkit/site/servers.ts';
import { Team } from '@site/testkit/site/Team.ts';
import { load, loadGenerator } from '../server/load.ts';

/** The remote that all others are copies of. */
const copied = 'benched';

/** What a site of many remotes costs. Times are in seconds, unless they say otherwise. */
export interface ManyRemotes {
  /** One of the remotes, by its team: built, rendered, stored and promoted, until it is live. */
  readonly publish: number;
  readonly list: number;
  /** A server's first start, until every remote is live: it copies them. */
  readonly start: number;
  /** Its next start, with the copies. */
  readonly restart: number;
  /** The first page of each remote, whose process starts for it, in milliseconds. */
  readonly first: number;
  /** Rendered pages one after the other, in milliseconds. */
  readonly rendered: { readonly p50: number; readonly p99: number };
  /** Pages in memory under load, of all remotes by turns, in milliseconds. */
  readonly fromMemory: { readonly perSecond: number; readonly p99: number };
  /** In megabytes. */
  readonly memory: { readonly server: number; readonly workers: number };
}

const nameOf = (number: number) => (number === 0 ? copied : `${copied}-${number}`);

/** Measures a site with the tested releases and as many copies of a new remote, each with versions to go back to. */
export async function measureManyRemotes(copies: number, versionsOfEach: number): Promise<ManyRemotes> {
  const [team, store, dataDir] = await Promise.all([
    Team.withRepository(copied),
    ReleaseStore.create(),
    temporaryFolder('many-data'),
  ]);
  try {
    await team.run('npx', 'site', 'build');
    await fill(store.folder, join(team.repository, 'dist', copied), copies, versionsOfEach);
    const keys = await team.admitTo(store.folder);
    const environment = { ...sharedSettings(store.folder), ...keys, DATA_DIR: dataDir };
    const list = await seconds(() => outputOf(siteProgram, ['list'], environment));
    const start = await startOf(environment, copies);
    await stopProgram(start.program);
    const restart = await startOf(environment, copies);
    try {
      return { list, start: start.seconds, restart: restart.seconds, ...(await measurePages(restart, copies, team)) };
    } finally {
      await stopProgram(restart.program);
    }
  } finally {
    await Promise.all([team.leave(), store.remove(), rm(dataDir, { recursive: true, force: true })]);
  }
}

async function measurePages(
  { origin, program }: Started,
  copies: number,
  team: Team,
): Promise<Omit<ManyRemotes, 'list' | 'start' | 'restart'>> {
  const { pid = 0 } = program.process;
  const pages = Array.from({ length: copies }, (_, number) => languages.map((code) => `/${code}/${nameOf(number)}`));
  const paths = pages.flat();
  const first = await timesOf(
    origin,
    pages.map(([page = '']) => page),
  );
  const rendered = await timesOf(origin, [...paths, ...paths, ...paths]);
  for (const path of paths) await fetch(origin + path);
  const request = { url: origin, paths, encoding: 'gzip', duration: 10, connections: 32 };
  const { perSecond, p99 } = await load(await loadGenerator(), [pid], request);
  const memory = await memoryOf(pid);
  await team.change('locales/en.json', (text) => text.replaceAll('A new room', 'Another new room'));
  return {
    first: median(first),
    rendered: { p50: median(rendered), p99: quantile(rendered, 0.99) },
    fromMemory: { perSecond, p99 },
    memory,
    publish: await seconds(() => team.release(origin, 'publish', '--promote')),
  };
}

/** Publishes copies of a built remote under other names, each version with its own files, and promotes the last one. */
async function fill(folder: string, built: string, copies: number, versionsOfEach: number): Promise<void> {
  const store = new FolderStore(folder);
  const work = await temporaryFolder('many-copies');
  const { shells } = await liveReleases(copied, store, new ReleaseCache(store, join(work, 'cache')));
  for (let number = 0; number < copies; number += 1) {
    const name = nameOf(number);
    for (let version = 1; version <= versionsOfEach; version += 1) {
      const copy = join(work, name);
      await copyRelease(built, copy, renamed(name, `version-${version}`));
      await publish({ store, app: name, folder: copy, provenance: {}, shells, remotes: [] });
      await rm(copy, { recursive: true });
    }
    await promote(store, name, `version-${versionsOfEach}`);
  }
}

/** How a copy differs: its name is everywhere but in paths of its files. The menu has no room for so many pages. */
const renamed = (name: string, version: string) => (manifest: ReleaseManifest) => {
  const publicPath = `/assets/${name}/${version}/`;
  const rename = (text: string) =>
    text
      .replaceAll(manifest.publicPath, publicPath)
      .replaceAll(new RegExp(`(?<![-/\\w])${copied}(?![-\\w])`, 'g'), name);
  const { files: _, ...described } = manifest;
  const own = JSON.parse(rename(JSON.stringify(described))) as ReleaseManifest;
  const pages = own.pages?.map(({ places: __, ...page }) => ({ ...page, card: copied })) ?? [];
  return { manifest: { ...own, version, pages }, edit: (_path: string, code: string) => rename(code) };
};

interface Started {
  readonly program: ReturnType<typeof startSiteProgram>;
  readonly origin: string;
  readonly seconds: number;
}

/** Starts a server, and waits until each copy is live. */
async function startOf(environment: Record<string, string>, copies: number): Promise<Started> {
  const begun = performance.now();
  const program = startSiteProgram({ environment });
  const origin = await readyOrigin(program);
  for (;;) {
    const live = (await (await fetch(`${origin}/live.json`)).json()) as object;
    if (JSON.stringify(live).split(copied).length > copies) break;
    await delay(50);
  }
  return { program, origin, seconds: (performance.now() - begun) / 1000 };
}

/** How long it takes to render each page, one after the other: with ?boundaries, none is kept. */
async function timesOf(origin: string, paths: readonly string[]): Promise<readonly number[]> {
  const agent = keepAliveAgent();
  const taken: number[] = [];
  for (const path of paths) {
    const { status, milliseconds } = await timedRequest(`${origin}${path}?boundaries`, { agent });
    if (status !== 200) throw new Error(`${path} has status ${status}.`);
    taken.push(milliseconds);
  }
  agent.destroy();
  return taken;
}

async function seconds(run: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  await run();
  return (performance.now() - start) / 1000;
}
