import { setTimeout as delay } from 'node:timers/promises';
import { freezeText } from '@site/releases/freeze.ts';
import type { PromoteOptions } from '@site/releases/operations/makeLive.ts';
import { endRollout } from '@site/releases/operations/promote.ts';
import { pointerOf } from '@site/releases/pointer.ts';
import { routePolicy } from '@site/releases/policy.ts';
import type { WritableStore } from '@site/releases/store/ReleaseStore.ts';
import { unlessDamaged } from '@site/releases/store/storeFailure.ts';
import { OperatorError } from '@site/shared/contract/OperatorError.ts';
import type { Pointer } from '@site/shared/contract/release.ts';
import { type ListedRollout, listedRollout } from './judge.ts';
import type { KnownRollouts } from './RolloutLog.ts';
import { setRollout } from './setRollout.ts';

/** How a rollout advances by itself. */
export interface RolloutPlan {
  /** The shares of visitors that get the version one after the other, in percent, up to 100. */
  readonly shares: readonly number[];
  /** How long each share lasts at least, in milliseconds. */
  readonly time: number;
  /** Minimum views of the version at each share: of a network one an hour. */
  readonly views: number;
}

/**
 * A tenth of the visitors, half of them, and all: ten minutes and the views of 25 networks each. A small site must get there
 * within days, and of fewer visitors five who fail say little.
 */
export const defaultPlan: RolloutPlan = { shares: [10, 50, 100], time: 10 * 60_000, views: 25 };

/** What to do with a version under rollout; `undefined` means wait. */
export type RolloutChange = { readonly share: number } | { readonly back: string } | undefined;

/** Decides what to do next, from what was seen at the current share. */
export function nextChange(seen: ListedRollout, { shares, time, views }: RolloutPlan, now = Date.now()): RolloutChange {
  if (seen.problem !== undefined) return { back: seen.problem };
  if (seen.doubt !== undefined || now - Date.parse(seen.since) < time || seen.candidate.views < views) return undefined;
  return { share: shares.find((share) => share > seen.share) ?? 100 };
}

/** Options of `watchRollout`. */
export interface WatchOptions extends PromoteOptions {
  readonly store: WritableStore;
  readonly app: string;
  readonly version: string;
  readonly rollouts: KnownRollouts;
  readonly plan: RolloutPlan;
  /** Milliseconds between two checks. */
  readonly interval: number;
  /** Called with each new pointer, before the next check. An error that it throws ends the watch. */
  readonly onChange: (pointer: Pointer) => Promise<void>;
  /** Called with each share, and with what was seen when that is new. */
  readonly onProgress: (seen: ListedRollout) => void;
}

/**
 * Takes a version from share to share while it does as well as the live one, and rolls it back as soon as it doesn't. While the
 * site is frozen, it waits.
 *
 * @returns the pointer that makes it live
 * @throws {OperatorError} RELEASE-TAKEN-BACK when it was taken back, RELEASE-BUSY when someone else ended or changed the
 *   rollout
 */
export async function watchRollout({
  store,
  app,
  version,
  rollouts,
  plan,
  interval,
  onChange,
  ...options
}: WatchOptions): Promise<Pointer> {
  for (;;) {
    const pointer = await store.read(pointerOf(app));
    const rollout = pointer?.candidate;
    if (pointer?.version === version) return pointer;
    if (rollout?.version !== version)
      throw new OperatorError(
        'RELEASE-BUSY',
        `Someone else has ended the rollout of ${app}@${version}. Look at the list.`,
      );
    const seen = await withFreeze(store, await listedRollout(app, rollout, rollouts));
    options.onProgress(seen);
    const next = nextChange(seen, plan);
    if (next && 'back' in next) {
      await onChange(await endRollout(store, app, rollout, options));
      throw new OperatorError(
        'RELEASE-TAKEN-BACK',
        `${app}@${version} was taken back at ${rollout.share} % of visitors: ${next.back}. ${app}@${pointer?.version ?? ''} is live as before.`,
      );
    }
    const changed =
      next && (await unlessFrozen(setRollout(store, app, { version, share: next.share, after: rollout }, options)));
    if (changed) await onChange(changed);
    else await delay(interval);
  }
}

/** On a frozen site, a rollout stays at its share until that is lifted. It is still taken back when it does worse. */
async function withFreeze(store: WritableStore, seen: ListedRollout): Promise<ListedRollout> {
  const { frozen } = (await unlessDamaged(store.read(routePolicy))) ?? {};
  return frozen ? { ...seen, doubt: `nothing new goes live ${freezeText(frozen)}` } : seen;
}

/** The next share; undefined when the site was frozen a moment ago. */
async function unlessFrozen(change: Promise<Pointer>): Promise<Pointer | undefined> {
  try {
    return await change;
  } catch (error) {
    if (error instanceof OperatorError && error.code === 'RELEASE-FROZEN') return undefined;
    throw error;
  }
}
