import { OperatorError } from '@site/shared/contract/OperatorError.ts';
import type { Pointer, PointerCandidate } from '@site/shared/contract/release.ts';
import type { RoutePolicy } from '@site/shared/routes/policy.ts';
import { pointBackTo, pointerOf, pointTo } from '../pointer.ts';
import { changedError } from '../signedRecord.ts';
import { acceptedBy, type Trust } from '../signing/Trust.ts';
import type { WritableStore } from '../store/ReleaseStore.ts';
import { verifyStored } from '../verify.ts';
import { assertNotFrozen } from './assertNotFrozen.ts';
import { assertRoom } from './assertRoom.ts';
import { assertAgreedTo, assertFits, changeLive, makeLive, type PromoteOptions } from './makeLive.ts';
import { acceptRecord } from './setRecord.ts';

/**
 * Makes a published version live.
 *
 * @throws {OperatorError} when the version or its pointer would be refused, or another went live since; nothing changes then
 */
export async function promote(
  store: WritableStore,
  app: string,
  version: string,
  options: PromoteOptions = {},
): Promise<Pointer> {
  return await makeLive(store, app, version, options, (current) =>
    current?.version === version ? current : pointTo(version, current),
  );
}

/**
 * Ends a rollout, so that nobody gets the candidate any more. Without a rollout, makes an earlier version live again: the
 * given one, or the latest one that is still in the store.
 *
 * @throws {OperatorError} RELEASE-NOTHING-BEFORE, else as `promote`
 */
export async function rollback(
  store: WritableStore,
  app: string,
  version?: string,
  options: PromoteOptions = {},
): Promise<Pointer> {
  if (version === undefined) {
    const current = acceptedBy(options.trust, pointerOf(app), await store.read(pointerOf(app)));
    if (current?.candidate) return await endRollout(store, app, current.candidate, options);
  }
  const target = version ?? (await versionBefore(store, app, options));
  return await makeLive(store, app, target, options, (current) =>
    current?.version === target ? current : pointBackTo(target, current),
  );
}

/**
 * Ends a rollout, so that nobody gets the candidate any more.
 *
 * @param rollout the current one
 * @throws {OperatorError} RELEASE-BUSY when another one is the current one
 */
export async function endRollout(
  store: WritableStore,
  app: string,
  rollout: PointerCandidate,
  options: PromoteOptions,
): Promise<Pointer> {
  return await changeLive(store, app, options, async (known) => {
    if (!known || !isAt(known, rollout)) throw changedError(pointerOf(app), known);
    return withoutRollout(known);
  });
}

/** A pointer without its rollout. */
export function withoutRollout({ candidate: _ended, ...pointer }: Pointer): Pointer {
  return pointer;
}

/** Whether a pointer has this rollout, at the same share. */
export const isAt = (pointer: Pointer | undefined, { salt, since }: PointerCandidate): boolean =>
  pointer?.candidate?.salt === salt && pointer.candidate.since === since;

/**
 * Makes a version live with a pointer that its team has signed elsewhere.
 *
 * @param replaced the serial of the stored pointer that it replaces; undefined when there was none
 * @throws {OperatorError} RELEASE-BUSY when another pointer went live since, else as `promote`
 */
export async function acceptPointer(
  store: WritableStore,
  app: string,
  pointer: Pointer,
  replaced: number | undefined,
  { trust, policy }: { readonly trust: Trust; readonly policy: RoutePolicy },
): Promise<void> {
  const record = pointerOf(app);
  trust.assertSigned(record, pointer);
  for (const version of [pointer.version, ...(pointer.candidate ? [pointer.candidate.version] : [])]) {
    const manifest = await verifyStored(store, app, version);
    trust.assertRelease(manifest);
    await assertFits(store, manifest);
    await assertAgreedTo(store, manifest, policy);
  }
  await assertRoom(store, app, { policy, trust });
  await acceptRecord(store, record, pointer, replaced, trust, async (known) => {
    await assertNotFrozen({ store, trust, app }, pointer, known);
  });
}

async function versionBefore(store: WritableStore, app: string, { trust }: PromoteOptions): Promise<string> {
  const pointer = acceptedBy(trust, pointerOf(app), await store.read(pointerOf(app)));
  const version = await latestBefore(store, app, pointer);
  if (version !== undefined) return version;
  throw new OperatorError(
    'RELEASE-NOTHING-BEFORE',
    `Nothing of ${app} was live before. Promote a version: \`npx site list\` shows them.`,
  );
}

/** The version that a roll-back would make live: the latest earlier one that wasn't given up, and that the store has. */
export async function latestBefore(
  store: Pick<WritableStore, 'has'>,
  app: string,
  pointer: Pointer | undefined,
): Promise<string | undefined> {
  for (const { version, isGivenUp } of pointer?.previous ?? []) {
    if (!isGivenUp && (await store.has(app, version))) return version;
  }
  return undefined;
}
