import { OperatorError } from '@site/shared/contract/OperatorError.ts';
import type { Pointer, ReleaseManifest } from '@site/shared/contract/release.ts';
import { assertCompatible, incompatibilityOf } from '../compatibility.ts';
import { type PointerSigning, signPointer } from '../signing/signatures.ts';
import type { Trust } from '../signing/Trust.ts';
import type { WritableStore } from '../store/ReleaseStore.ts';
import { assertProtocol, verifyStored } from '../verify.ts';
import { acceptedShells } from './acceptedShells.ts';
import { withoutMissing } from './prune.ts';

/** How what goes live is signed, and what servers accept. */
export interface PromoteOptions {
  /** Signs the pointer. Promoting the live version again signs it anew. */
  readonly signing?: PointerSigning | undefined;
  /** Whose signatures servers accept, where that is known. */
  readonly trust?: Trust | undefined;
}

/**
 * Verifies a version, and makes the next pointer with it.
 *
 * @param next makes it from the one that is accepted now
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
  return await changeLive(store, app, options, async (known, current) => {
    assertUnchanged(app, before, current?.version, version);
    // It may have been removed since it was verified.
    if (!(await store.has(app, version))) throw new OperatorError('RELEASE-UNKNOWN', `${app}@${version} was removed.`);
    return next(known);
  });
}

/**
 * Changes the pointer, and signs it.
 *
 * @param next makes it from the one that is accepted now, and the one that is there
 */
export async function changeLive(
  store: WritableStore,
  app: string,
  { signing, trust }: PromoteOptions,
  next: (known: Pointer | undefined, current: Pointer | undefined) => Promise<Pointer>,
): Promise<Pointer> {
  let pointer: Pointer | undefined;
  await store.changePointer(app, async (current) => {
    // Nobody's signature is put under a history that somebody else has written.
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

/** A pointer that a trusted key has signed for the app; any one where keys are unknown. */
export function acceptedBy(trust: Trust | undefined, app: string, pointer: Pointer | undefined): Pointer | undefined {
  try {
    if (pointer) trust?.assertPointer(app, pointer);
    return pointer;
  } catch {
    return undefined;
  }
}

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
  throw meanwhile(app, current);
}

/** The error for a pointer that somebody else has changed. */
export const meanwhile = (app: string, current: string | undefined): OperatorError =>
  new OperatorError(
    'RELEASE-BUSY',
    `${app}@${current ?? 'nothing'} went live in the meantime. Look at the list, then try again.`,
  );

/** Checks that a version can be shown with a shell that is accepted. */
export async function assertFits(store: WritableStore, manifest: ReleaseManifest): Promise<void> {
  assertProtocol(manifest);
  if (manifest.name === 'shell') return;
  const shells = await acceptedShells(store);
  const [live] = shells;
  const fits = shells.some((shell) => !incompatibilityOf({ manifest, folder: '' }, { manifest: shell, folder: '' }));
  if (live && !fits) assertCompatible(manifest, live);
}
