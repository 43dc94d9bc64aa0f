import type { Pointer } from '@site/shared/contract/release.ts';
import { entriesOf, lastLive } from '../pointer.ts';
import type { PrunableStore, WritableStore } from '../store/ReleaseStore.ts';

/** Which versions are kept, for open tabs and roll-backs. */
export interface Retention {
  /** How many of the newest versions of each app. */
  readonly last: number;
  /** Everything that was published or live within this many milliseconds. */
  readonly age: number;
}

const day = 24 * 60 * 60 * 1000;

/** The last five versions, and everything of the last week. */
export const defaultRetention: Retention = { last: 5, age: 7 * day };

/**
 * How many versions of a pointer always stay: the live one and the one before it. Of a signed one a third, the last that servers keep ready:
 * it can't be taken out of the pointer without the key.
 */
const protectedCount = (pointer: Pointer | undefined): number => (pointer?.signature ? 3 : 2);

/**
 * Removes old versions; the live version and the one before it always stay. It needs no key: what is gone leaves a signed pointer when the next
 * version is promoted.
 *
 * @returns what was removed, as `app@version`
 * @throws {OperatorError} RELEASE-BUSY while another process changes what is live, RELEASE-POINTER when a pointer is damaged
 */
export async function prune(store: PrunableStore, retention: Retention): Promise<readonly string[]> {
  const removed: string[] = [];
  for (const app of await store.apps()) {
    // Under the lock of a folder, so that no version is promoted while it is being removed.
    await store.changePointer(app, async (pointer) => {
      // A damaged pointer counts as none here, but may name any version: reading it throws.
      if (!pointer) await store.pointer(app);
      const old = await oldVersions(store, app, pointer, retention);
      for (const version of old) await store.remove(app, version);
      removed.push(...old.map((version) => `${app}@${version}`));
      return pointer?.signature ? pointer : pointer && (await withoutMissing(store, app, pointer));
    });
    await store.removeLeftovers(app);
  }
  return removed;
}

async function oldVersions(
  store: PrunableStore,
  app: string,
  pointer: Pointer | undefined,
  { last, age }: Retention,
): Promise<readonly string[]> {
  const live = lastLive(pointer);
  const protectedVersions = new Set(
    entriesOf(pointer)
      .map(({ version }) => version)
      .slice(0, protectedCount(pointer))
      .concat(pointer?.candidate?.version ?? []),
  );
  const isOld = ({ version, at }: { version: string; at: string }) =>
    !protectedVersions.has(version) && Date.now() - Math.max(Date.parse(at) || 0, live.get(version) ?? 0) > age;
  return (await store.versions(app))
    .slice(last)
    .filter(isOld)
    .map(({ version }) => version);
}

/** A pointer without the earlier versions that the store has no more. */
export async function withoutMissing(
  store: Pick<WritableStore, 'has'>,
  app: string,
  pointer: Pointer,
): Promise<Pointer> {
  const exists = await Promise.all(pointer.previous.map(({ version }) => store.has(app, version)));
  if (exists.every(Boolean)) return pointer;
  return { ...pointer, previous: pointer.previous.filter((_, index) => exists[index]) };
}
