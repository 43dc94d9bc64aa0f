import type { Pointer } from '@site/shared/contract/release.ts';
import { entriesOf, lastLive, pointerOf } from '../pointer.ts';
import type { PrunableStore, WritableStore } from '../store/ReleaseStore.ts';

/** Which versions are kept, for open tabs and roll-backs. */
export interface Retention {
  /** How many of each app's newest versions to keep. */
  readonly last: number;
  /** Also keeps everything that was published or live within this many milliseconds. */
  readonly age: number;
}

const day = 24 * 60 * 60 * 1000;

/** The last five versions, and everything of the last week. */
export const defaultRetention: Retention = { last: 5, age: 7 * day };

/** A version that stays although it isn't one of the newest. */
export interface KeptVersion {
  /** As `app@version`. */
  readonly id: string;
  /** `young`: within the retention's age. The other reasons apply whatever the retention is. */
  readonly reason: 'young' | 'live' | 'rollback' | 'signed' | 'rollout';
}

/** The versions of a pointer that always stay, and why: the live one, the one before it, and one under rollout. */
function protectedVersions(pointer: Pointer | undefined): ReadonlyMap<string, KeptVersion['reason']> {
  const reasons = new Map<string, KeptVersion['reason']>();
  if (pointer?.candidate) reasons.set(pointer.candidate.version, 'rollout');
  const [live, before, ready] = entriesOf(pointer).map(({ version }) => version);
  // The last one that servers keep ready: without the key, it can't be removed from the pointer.
  if (ready !== undefined && pointer?.signature) reasons.set(ready, 'signed');
  if (before !== undefined) reasons.set(before, 'rollback');
  if (live !== undefined) reasons.set(live, 'live');
  return reasons;
}

/**
 * Removes old versions; the live version and the one before it always stay. It needs no key: removed versions leave a signed
 * pointer when the next version is promoted.
 *
 * @param onKept is called for each version that is older than the newest ones and stays
 * @returns what was removed, as `app@version`
 * @throws {OperatorError} RELEASE-BUSY while another process changes what is live, RELEASE-POINTER when a pointer is damaged
 */
export async function prune(
  store: PrunableStore,
  retention: Retention,
  onKept: (kept: KeptVersion) => void = () => {},
): Promise<readonly string[]> {
  const removed: string[] = [];
  for (const app of await store.apps()) {
    // Under the pointer's lock, so that no version is promoted while it is being removed.
    await store.change(pointerOf(app), async (pointer) => {
      // A damaged pointer is undefined here but may name any version, so reading it throws.
      if (!pointer) await store.read(pointerOf(app));
      const old = await oldVersions(store, app, pointer, retention, onKept);
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
  onKept: (kept: KeptVersion) => void,
): Promise<readonly string[]> {
  const live = lastLive(pointer);
  const reasons = protectedVersions(pointer);
  const isYoung = (version: string, at: string) =>
    Date.now() - Math.max(Date.parse(at) || 0, live.get(version) ?? 0) <= age;
  const old: string[] = [];
  for (const { version, at } of (await store.versions(app)).slice(last)) {
    const reason = reasons.get(version) ?? (isYoung(version, at) ? 'young' : undefined);
    if (reason) onKept({ id: `${app}@${version}`, reason });
    else old.push(version);
  }
  return old;
}

/** A pointer without the earlier versions that the store no longer has. */
export async function withoutMissing(
  store: Pick<WritableStore, 'has'>,
  app: string,
  pointer: Pointer,
): Promise<Pointer> {
  const exists = await Promise.all(pointer.previous.map(({ version }) => store.has(app, version)));
  if (exists.every(Boolean)) return pointer;
  return { ...pointer, previous: pointer.previous.filter((_, index) => exists[index]) };
}
