import { assertNotFrozen } from '@site/releases/operations/assertNotFrozen.ts';
import { assertRoom } from '@site/releases/operations/assertRoom.ts';
import { assertAgreedTo, assertFits } from '@site/releases/operations/makeLive.ts';
import { latestBefore, withoutRollout } from '@site/releases/operations/promote.ts';
import { withoutMissing } from '@site/releases/operations/prune.ts';
import { pointBackTo, pointerOf, pointTo } from '@site/releases/pointer.ts';
import { acceptedBy } from '@site/releases/signing/Trust.ts';
import { assertMayRollOut, pointWithRollout } from '@site/rollouts/setRollout.ts';
import { OperatorError } from '@site/shared/contract/OperatorError.ts';
import type { Pointer } from '@site/shared/contract/release.ts';
import type { StoreReader } from './StoreReader.ts';

/** An act that changes what is live of an app. */
export type PointerAct =
  /** `renew` signs anew what is live: its signature ends later then. */
  | { readonly name: 'promote' | 'back' | 'renew'; readonly version: string }
  | { readonly name: 'share'; readonly version: string; readonly share: number }
  | { readonly name: 'end' };

/** What an act would make of an app's pointer. */
export interface Proposal {
  readonly app: string;
  readonly act: PointerAct;
  /** The stored pointer, which may have been signed by a key that has ended since. */
  readonly stored: Pointer | undefined;
  /** The same if it is accepted: nobody signs a history that someone else has written. */
  readonly current: Pointer | undefined;
  /** Without a signature; undefined when it is refused. */
  readonly next: Pointer | undefined;
  /** Why it can't be. */
  readonly refused: string | undefined;
}

/**
 * Reads what an act would change, as the commands make it. Nothing is changed.
 *
 * @returns undefined when there is nothing to go back to, or to sign anew
 */
export async function propose(reader: StoreReader, app: string, act: PointerAct): Promise<Proposal | undefined> {
  const { store, trust } = reader.options;
  const record = pointerOf(app);
  const stored = await reader.pointer(app);
  if (act.name === 'renew' && act.version !== stored?.version) return undefined;
  if (act.name === 'back' && !stored?.previous.some(({ version }) => version === act.version)) return undefined;
  const current = acceptedBy(trust, record, stored);
  const known = { app, act, stored, current };
  try {
    const { signature: _replaced, ...next } = await withoutMissing(store, app, nextPointer(app, act, current));
    if (act.name !== 'end') await assertLive(reader, app, act.version);
    await assertNotFrozen({ store, trust, app }, next, stored);
    return { ...known, next, refused: undefined };
  } catch (error) {
    if (!(error instanceof OperatorError)) throw error;
    return { ...known, next: undefined, refused: error.message };
  }
}

function nextPointer(app: string, act: PointerAct, current: Pointer | undefined): Pointer {
  if (act.name === 'end') {
    if (current?.candidate) return withoutRollout(current);
    throw new OperatorError('RELEASE-ROLLOUT', `No version of ${app} is under rollout.`);
  }
  const { version } = act;
  if (act.name === 'share' && act.share < 100) {
    assertMayRollOut(app, version, current);
    return pointWithRollout(version, act.share, current);
  }
  if (current?.version === version) return current;
  return act.name === 'back' ? pointBackTo(version, current) : pointTo(version, current);
}

/** Checks what the store checks again with the signed pointer, before somebody signs. */
async function assertLive(reader: StoreReader, app: string, version: string): Promise<void> {
  const { store, trust, policy } = reader.options;
  const manifest = await store.manifest(app, version);
  trust.assertRelease(manifest);
  await assertFits(store, manifest);
  await assertAgreedTo(store, manifest, policy);
  await assertRoom(store, app, { policy, trust });
}

/** The version that a step back makes live; undefined when nothing was live before. */
export const versionBefore = async ({ options }: StoreReader, app: string, pointer: Pointer | undefined) =>
  await latestBefore(options.store, app, acceptedBy(options.trust, pointerOf(app), pointer));
