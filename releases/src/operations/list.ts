import type { Fault, PointerEntry } from '@site/shared/contract/release.ts';
import type { FaultLog } from '../FaultLog.ts';
import type { WritableStore } from '../store/Store.ts';

/** A version of an app as the list shows it. */
export interface ListedVersion {
  readonly version: string;
  readonly state: 'live' | 'earlier' | 'published';
  /** When it came into the store, ISO 8601. */
  readonly published: string;
  readonly commit: string | undefined;
  /** When it last went live, ISO 8601. */
  readonly since: string | undefined;
  /** What servers found wrong with it; none means that it is healthy. */
  readonly faults: readonly Fault[];
}

/** An app as the list shows it. */
export interface ListedApp {
  readonly app: string;
  readonly versions: readonly ListedVersion[];
}

/** What is live, since when, by which commit, whether it is healthy, and what came before. */
export async function list(store: WritableStore, faults: FaultLog): Promise<readonly ListedApp[]> {
  return await Promise.all((await store.apps()).map((app) => listApp(store, faults, app)));
}

async function listApp(store: WritableStore, faults: FaultLog, app: string): Promise<ListedApp> {
  const pointer = await store.pointer(app);
  const wasLive: readonly PointerEntry[] = pointer ? [pointer, ...pointer.previous] : [];
  const versions = await Promise.all(
    (await store.versions(app)).map(async ({ version, at, commit }): Promise<ListedVersion> => {
      const entry = wasLive.find((candidate) => candidate.version === version);
      const state = version === pointer?.version ? 'live' : entry ? 'earlier' : 'published';
      return { version, state, published: at, commit, since: entry?.since, faults: await faults.of(app, version) };
    }),
  );
  return { app, versions };
}
