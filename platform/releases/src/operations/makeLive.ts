import { OperatorError } from '@site/shared/contract/OperatorError.ts';
import type { Pointer, ReleaseManifest } from '@site/shared/contract/release.ts';
import { openPolicy, type RoutePolicy } from '@site/shared/routes/policy.ts';
import { assertAgreed } from '../agreement.ts';
import { assertCompatible, incompatibilityOf } from '../compatibility.ts';
import { pointerOf } from '../pointer.ts';
import { routePolicy } from '../policy.ts';
import { changedError } from '../signedRecord.ts';
import type { WritableStore } from '../store/ReleaseStore.ts';
import { unlessDamaged } from '../store/storeFailure.ts';
import { assertProtocol, verifyStored } from '../verify.ts';
import { acceptedShells } from './acceptedShells.ts';
import { assertNotFrozen } from './assertNotFrozen.ts';
import { assertRoom } from './assertRoom.ts';
import { withoutMissing } from './prune.ts';
import { type SetOptions, setRecord } from './setRecord.ts';

/** How a live version is signed, which signatures servers accept, and what they allow. */
export interface PromoteOptions extends SetOptions {
  /** The route policy of a store that has none. */
  readonly policy?: RoutePolicy | undefined;
}

/**
 * Verifies a version and makes it live.
 *
 * @param next makes the next pointer from the currently accepted one
 * @throws {OperatorError} RELEASE-FROZEN when that brings something new to a frozen site, and whatever a version is refused for
 */
export async function makeLive(
  store: WritableStore,
  app: string,
  version: string,
  options: PromoteOptions,
  next: (current: Pointer | undefined) => Pointer,
): Promise<Pointer> {
  const before = await liveVersion(store, app);
  const manifest = await verifyStored(store, app, version);
  options.trust?.assertRelease(manifest);
  await assertFits(store, manifest);
  await assertAgreedTo(store, manifest, options.policy);
  await assertRoom(store, app, options);
  return await changeLive(store, app, options, async (known, current) => {
    if (![before, version].includes(current?.version)) throw changedError(pointerOf(app), current);
    // It may have been removed after it was verified.
    if (!(await store.has(app, version))) throw new OperatorError('RELEASE-UNKNOWN', `${app}@${version} was removed.`);
    const pointer = next(known);
    // In here, so that it is as late as can be: verifying a version takes a while.
    await assertNotFrozen({ store, trust: options.trust, app }, pointer, known ?? current);
    return pointer;
  });
}

/**
 * Changes the pointer, and signs it.
 *
 * @param next makes the next pointer from the currently accepted one and the stored one
 */
export const changeLive = (
  store: WritableStore,
  app: string,
  options: SetOptions,
  next: (known: Pointer | undefined, current: Pointer | undefined) => Promise<Pointer>,
): Promise<Pointer> =>
  setRecord(store, pointerOf(app), options, async (known, current) => {
    const pointer = await next(known, current);
    return options.signing ? await withoutMissing(store, app, pointer) : pointer;
  });

async function liveVersion(store: WritableStore, app: string): Promise<string | undefined> {
  try {
    return (await store.read(pointerOf(app)))?.version;
  } catch (error) {
    // Promoting repairs a damaged pointer.
    if (error instanceof OperatorError && error.code === 'RELEASE-POINTER') return undefined;
    throw error;
  }
}

/** Checks that a version can be shown with an accepted shell. */
export async function assertFits(store: WritableStore, manifest: ReleaseManifest): Promise<void> {
  assertProtocol(manifest);
  if (manifest.name === 'shell') return;
  const shells = await acceptedShells(store);
  const [live] = shells;
  const fits = shells.some((shell) => !incompatibilityOf({ manifest, folder: '' }, { manifest: shell, folder: '' }));
  if (live && !fits) assertCompatible(manifest, live);
}

/**
 * Checks that the owner has agreed to what a version asks for, unless it is live already: then servers decide.
 *
 * @param otherwise the route policy of a store that has none
 * @throws {OperatorError} RELEASE-AGREE
 */
export async function assertAgreedTo(
  store: WritableStore,
  manifest: ReleaseManifest,
  otherwise: RoutePolicy = openPolicy,
): Promise<void> {
  if ((await liveVersion(store, manifest.name)) === manifest.version) return;
  assertAgreed((await unlessDamaged(store.read(routePolicy))) ?? otherwise, manifest);
}
