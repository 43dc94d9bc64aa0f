import type { Pointer } from '@site/shared/contract/release.ts';
import type { WritableStore } from '../store/Store.ts';
import { entriesOf, lastLive } from './history.ts';

/** Which versions stay: open tabs and roll-backs need them. */
export interface Retention {
  /** The newest so many of each app. */
  readonly last: number;
  /** Everything that was published or live within so many milliseconds. */
  readonly age: number;
}

const day = 24 * 60 * 60 * 1000;

/** The last five versions, and everything of the last week. */
export const defaultRetention: Retention = { last: 5, age: 7 * day };

/**
 * Removes versions that nobody needs any more; the live version and the one before it always stay.
 *
 * @returns what was removed, as `app@version`
 * @throws {OperatorError} RELEASE-BUSY when somebody is changing what is live, RELEASE-POINTER when nobody can tell what is
 */
export async function prune(store: WritableStore, retention: Retention): Promise<readonly string[]> {
  const removed: string[] = [];
  for (const app of await store.apps()) {
    // Nobody can go back to a version while it is being removed.
    await store.changePointer(app, async (pointer) => {
      // A damaged pointer counts as none here, and nobody knows which version it kept: reading it says so.
      if (!pointer) await store.pointer(app);
      const old = await oldVersions(store, app, pointer, retention);
      for (const version of old) await store.remove(app, version);
      removed.push(...old.map((version) => `${app}@${version}`));
      return pointer && (await withoutMissing(store, app, pointer));
    });
    await store.removeLeftovers(app);
  }
  return removed;
}

async function oldVersions(
  store: WritableStore,
  app: string,
  pointer: Pointer | undefined,
  { last, age }: Retention,
): Promise<readonly string[]> {
  const live = lastLive(pointer);
  const needed = new Set(
    entriesOf(pointer)
      .map(({ version }) => version)
      .slice(0, 2),
  );
  const isOld = ({ version, at }: { version: string; at: string }) =>
    !needed.has(version) && Date.now() - Math.max(Date.parse(at) || 0, live.get(version) ?? 0) > age;
  return (await store.versions(app))
    .slice(last)
    .filter(isOld)
    .map(({ version }) => version);
}

async function withoutMissing(store: WritableStore, app: string, pointer: Pointer): Promise<Pointer> {
  const isThere = await Promise.all(pointer.previous.map(({ version }) => store.has(app, version)));
  if (isThere.every(Boolean)) return pointer;
  return { ...pointer, previous: pointer.previous.filter((_, index) => isThere[index]) };
}
