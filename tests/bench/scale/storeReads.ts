import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { FaultLog } from '@site/releases/FaultLog.ts';
import { ReleaseCache } from '@site/releases/follow/ReleaseCache.ts';
import { ReleaseFollower } from '@site/releases/follow/ReleaseFollower.ts';
import { list } from '@site/releases/operations/list.ts';
import { liveReleases } from '@site/releases/operations/liveReleases.ts';
import { promote } from '@site/releases/operations/promote.ts';
import { prune } from '@site/releases/operations/prune.ts';
import { publish } from '@site/releases/operations/publish.ts';
import { serverLimits } from '@site/server/limits.ts';
import { openPolicy } from '@site/shared/routes/policy.ts';
import { buildApp, declaredPage } from '@site/testkit/releases/fixtures.ts';
import { CountingStore, type Reads } from './CountingStore.ts';

/** What each action reads from a store of many remotes. */
export interface StoreReads {
  readonly remotes: number;
  readonly versions: number;
  readonly publish: Reads;
  readonly promote: Reads;
  readonly list: Reads;
  readonly prune: Reads;
  /** A server's first start, with copying. */
  readonly start: Reads;
  /** Each poll of a server. */
  readonly poll: Reads;
}

/** Pages of each remote. */
const pages = ['list', 'detail', 'about'];

const silent = { info: () => {}, warn: () => {}, error: () => {} };

/** Publishes and promotes every version of every remote, without rendering them, and counts what is read. */
export async function countStoreReads(remotes: number, versionsOfEach: number): Promise<StoreReads> {
  const folder = await mkdtemp(join(tmpdir(), 'bench-scale-'));
  const store = new CountingStore(join(folder, 'store'));
  const cache = new ReleaseCache(store, join(folder, 'cache'));
  const release = async (name: string, number: number) => {
    const built = join(folder, 'built', name);
    const version = `version-${number}`;
    const own = pages.map((page) => declaredPage({ name: `${name}-${page}`, path: `${name}/${page}` }));
    await rm(built, { recursive: true, force: true });
    await buildApp(built, { name, version, ...(name !== 'shell' && { pages: own }) });
    const published = await store.during(async () => {
      const live = await liveReleases(name, store, cache);
      await publish({ store, app: name, folder: built, provenance: {}, ...live });
    });
    return { publish: published, promote: await store.during(() => promote(store, name, version)) };
  };
  try {
    // Three shells, as on a site that is in use: servers keep that many.
    for (let number = 0; number < 3; number += 1) await release('shell', number);
    let last: Pick<StoreReads, 'publish' | 'promote'> | undefined;
    for (let number = 0; number < versionsOfEach; number += 1)
      for (let remote = 0; remote < remotes; remote += 1) last = await release(`remote-${remote}`, number);
    if (!last) throw new Error('There must be a version.');
    const faults = new FaultLog(join(folder, 'reports'), silent);
    const followed = await follow(store, folder);
    return {
      remotes,
      versions: remotes * versionsOfEach,
      ...last,
      ...followed,
      list: await store.during(() => list(store, faults)),
      prune: await store.during(() => prune(store, { last: 5, age: 0 })),
    };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function follow(store: CountingStore, folder: string): Promise<Pick<StoreReads, 'start' | 'poll'>> {
  let follower: ReleaseFollower | undefined;
  let onRead: (() => void) | undefined;
  const start = await store.during(async () => {
    follower = await ReleaseFollower.open({
      store,
      copies: join(folder, 'copies'),
      reports: join(folder, 'reports'),
      policy: openPolicy,
      origins: [],
      limits: serverLimits.store,
      log: silent,
      onUnusable: () => {},
      onStoreRead: () => onRead?.(),
    });
  });
  const looked = () =>
    new Promise<void>((resolve) => {
      onRead = resolve;
    });
  await looked();
  const poll = await store.during(looked);
  follower?.close();
  return { start, poll };
}
