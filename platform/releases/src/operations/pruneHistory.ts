import { recordLimits } from '../limits.ts';
import { pointerOf } from '../pointer.ts';
import { routePolicy } from '../policy.ts';
import type { SignedRecord } from '../signedRecord.ts';
import type { PrunableStore } from '../store/ReleaseStore.ts';

/** How many of the earlier records of an app, or of the policy, were removed. */
export interface PrunedHistory {
  /** The app, or the path of the policy. */
  readonly subject: string;
  readonly removed: number;
}

const { age, count } = recordLimits.history;

/** Removes records that were replaced long ago, and the oldest of those that are too many: the log begins later then. */
export async function pruneHistory(store: PrunableStore): Promise<readonly PrunedHistory[]> {
  const pruned: PrunedHistory[] = [];
  for (const record of [routePolicy, ...(await store.apps()).map(pointerOf)] satisfies readonly SignedRecord[]) {
    const kept = (await store.kept(record)).toSorted((a, b) => b.serial - a.serial);
    const old = kept.filter(({ serial }, index) => index >= count || Date.now() - serial > age);
    for (const one of old) await store.removeKept(record, one);
    if (old.length > 0) pruned.push({ subject: record.subject, removed: old.length });
  }
  return pruned;
}
