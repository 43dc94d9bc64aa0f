import { OperatorError } from '@site/shared/contract/OperatorError.ts';
import type { Pointer, ReleaseManifest } from '@site/shared/contract/release.ts';
import { openPolicy, type RoutePolicy } from '@site/shared/routes/policy.ts';
import { assertAgreed } from '../agreement.ts';
import { assertCompatible, incompatibilityOf } from '../compatibility.ts';
import { type PointerSigning, signPointer } from '../signing/signatures.ts';
import { acceptedBy, type Trust } from '../signing/Trust.ts';
import type { WritableStore } from '../store/ReleaseStore.ts';
import { unlessDamaged } from '../store/storeFailure.ts';
import { assertProtocol, verifyStored } from '../verify.ts';
import { acceptedShells } from './acceptedShells.ts';
import { assertRoom } from './assertRoom.ts';
import { withoutMissing } from './prune.ts';

/** How a live version is signed, and which signatures servers accept. */
export interface PromoteOptions {
  /** Signs the pointer. Promoting the live version again renews the signature. */
  readonly signing?: PointerSigning | undefined;
  /** Whose signatures servers accept, if known. */
  readonly trust?: Trust | undefined;
  /** The route policy of a store that has none. */
  readonly policy?: RoutePolicy | undefined;
}

/**
 * Verifies a version and makes it live.
 *
 * @param next makes the next pointer from the currently accepted one
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
    assertUnchanged(app, before, current?.version, version);
    // It may have been removed after it was verified.
    if (!(await store.has(app, version))) throw new OperatorError('RELEASE-UNKNOWN', `${app}@${version} was removed.`);
    return next(known);
  });
}

/**
 * Changes the pointer, and signs it.
 *
 * @param next makes the next pointer from the currently accepted one and the stored one
 */
export async function changeLive(
  store: WritableStore,
  app: string,
  { signing, trust }: PromoteOptions,
  next: (known: Pointer | undefined, current: Pointer | undefined) => Promise<Pointer>,
): Promise<Pointer> {
  let pointer: Pointer | undefined;
  await store.changePointer(app, async (current) => {
    // Never sign a history that someone else has written.
    const known = acceptedBy(trust, app, current);
    const wanted = await next(known, current);
    if (current?.signature && wanted !== known && !signing) throw unsigned(app);
    pointer = signing ? signPointer(app, await withoutMissing(store, app, wanted), known, signing) : wanted;
    trust?.assertCurrent(app, pointer, known);
    return pointer;
  });
  return pointer ?? (await next(undefined, undefined));
}

const unsigned = (app: string): OperatorError =>
  new OperatorError(
    'RELEASE-UNSIGNED',
    `The pointer of ${app} is signed: servers would refuse one that isn’t. Give the key: --key FILE, or RELEASE_KEY.`,
  );

async function liveVersion(store: WritableStore, app: string): Promise<string | undefined> {
  try {
    return (await store.pointer(app))?.version;
  } catch (error) {
    // Promoting repairs a damaged pointer.
    if (error instanceof OperatorError && error.code === 'RELEASE-POINTER') return undefined;
    throw error;
  }
}

function assertUnchanged(app: string, before: string | undefined, current: string | undefined, wanted: string): void {
  if (current === before || current === wanted) return;
  throw pointerChanged(app, current);
}

/** The error when someone else has changed the pointer. */
export const pointerChanged = (app: string, current: string | undefined): OperatorError =>
  new OperatorError(
    'RELEASE-BUSY',
    `${app}@${current ?? 'nothing'} went live meanwhile. Look at the list, then try again.`,
  );

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
  assertAgreed((await unlessDamaged(store.policy())) ?? otherwise, manifest);
}
