import { OperatorError } from '@site/shared/contract/OperatorError.ts';
import type { Fault, Pointer } from '@site/shared/contract/release.ts';
import type { FaultLog } from '../FaultLog.ts';
import type { RunningSite } from '../runningSite.ts';
import type { WritableStore } from '../store/Store.ts';
import { entriesOf } from './history.ts';

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
  /** Why no version is live, or why it isn't known which one; absent when one is. */
  readonly problem?: string;
  readonly versions: readonly ListedVersion[];
}

/**
 * What is live, since when, by which commit, whether it is healthy, and what came before.
 *
 * @param options.needed the apps that the site has pages of: they are listed even when there is nothing of them
 * @param options.site the site that follows the store, where one is known
 */
export async function list(
  store: WritableStore,
  faults: FaultLog,
  { needed = [], site }: { readonly needed?: readonly string[]; readonly site?: RunningSite | undefined } = {},
): Promise<readonly ListedApp[]> {
  const apps = new Set([...(await store.apps()), ...needed]);
  return await Promise.all(
    [...apps].map(async (app) => {
      const listed = await listApp(store, faults, site, app);
      const isGone = !listed.problem && !listed.versions.some(({ state }) => state === 'live') && needed.includes(app);
      return isGone ? { ...listed, problem: nothingLive(app) } : listed;
    }),
  );
}

const nothingLive = (app: string): string =>
  `RELEASE-POINTER No version of ${app} is live: its pages are the 404 page, or what servers still know of it. Promote one.`;

async function listApp(
  store: WritableStore,
  faults: FaultLog,
  site: RunningSite | undefined,
  app: string,
): Promise<ListedApp> {
  const { pointer, problem } = await readPointer(store, app);
  const wasLive = entriesOf(pointer);
  const versions = await Promise.all(
    (await store.versions(app)).map(async ({ version, at, commit }): Promise<ListedVersion> => {
      const entry = wasLive.find((candidate) => candidate.version === version);
      const state = version === pointer?.version ? 'live' : entry ? 'earlier' : 'published';
      const known = await faults.of(app, version);
      const unserved = state === 'live' && site ? unservedBy(site, app, version) : [];
      return { version, state, published: at, commit, since: entry?.since, faults: [...unserved, ...known] };
    }),
  );
  return { app, ...(problem && { problem }), versions };
}

/** A site learns its addresses when it starts: a remote whose row came later has no page there. */
function unservedBy({ origin, remotes, since }: RunningSite, app: string, version: string): readonly Fault[] {
  if (app === 'shell' || remotes.includes(app)) return [];
  const message = `The site at ${origin} has no page of ${app}. Is its row in shared/routes/table.ts? Then restart the site: it knows the rows that were there when it started.`;
  return [{ app, version, code: 'RELEASE-UNSERVED', message, at: since }];
}

/** The pointer, or what is wrong with it: whoever is to promote a version instead needs the list most. */
async function readPointer(
  store: WritableStore,
  app: string,
): Promise<{ readonly pointer?: Pointer | undefined; readonly problem?: string }> {
  try {
    return { pointer: await store.pointer(app) };
  } catch (error) {
    if (error instanceof OperatorError && error.code === 'RELEASE-POINTER') return { problem: error.message };
    throw error;
  }
}
