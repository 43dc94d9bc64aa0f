import { OperatorError } from '@site/shared/contract/OperatorError.ts';
import type { Pointer, ReleaseManifest } from '@site/shared/contract/release.ts';
import { assertCompatible, incompatibilityOf } from '../compatibility.ts';
import { pointBackTo, pointTo } from '../pointer.ts';
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
 * Makes a published version live.
 *
 * @throws {OperatorError} RELEASE-UNKNOWN, RELEASE-FILE, RELEASE-MANIFEST, RELEASE-RENAMED, RELEASE-CONTRACT, RELEASE-SINGLETON,
 *   RELEASE-PROTOCOL or one of `Trust`'s when the version can't be used, or servers would not accept the pointer; RELEASE-BUSY when
 *   another version went live since the call. The live version then stays.
 */
export async function promote(
  store: WritableStore,
  app: string,
  version: string,
  options: PromoteOptions = {},
): Promise<Pointer> {
  return await makeLive(store, app, version, options, (current) => pointTo(version, current));
}

/**
 * Makes an earlier version live again: the given one, or the latest earlier one that is still in the store.
 *
 * @throws {OperatorError} RELEASE-NOTHING-BEFORE, else as `promote`
 */
export async function rollback(
  store: WritableStore,
  app: string,
  version?: string,
  options: PromoteOptions = {},
): Promise<Pointer> {
  const target = version ?? (await versionBefore(store, app, options));
  return await makeLive(store, app, target, options, (current) => pointBackTo(target, current));
}

/**
 * Makes a version live by a pointer that its team has signed elsewhere.
 *
 * @param replaced the serial of the pointer that it was made from; undefined when there was none
 * @throws {OperatorError} RELEASE-BUSY when another pointer went live since, else as `promote`
 */
export async function acceptPointer(
  store: WritableStore,
  app: string,
  pointer: Pointer,
  replaced: number | undefined,
  trust: Trust,
): Promise<void> {
  trust.assertPointer(app, pointer);
  const manifest = await verifyStored(store, app, pointer.version);
  trust.assertRelease(manifest);
  await assertFits(store, manifest);
  await store.changePointer(app, async (current) => {
    const known = acceptedBy(trust, app, current);
    if (known?.signature?.serial !== replaced) throw meanwhile(app, known?.version);
    trust.assertCurrent(app, pointer, known);
    return pointer;
  });
}

async function versionBefore(store: WritableStore, app: string, { trust }: PromoteOptions): Promise<string> {
  const pointer = acceptedBy(trust, app, await store.pointer(app));
  for (const { version, isGivenUp } of pointer?.previous ?? []) {
    if (!isGivenUp && (await store.has(app, version))) return version;
  }
  throw new OperatorError(
    'RELEASE-NOTHING-BEFORE',
    `Nothing of ${app} was live before. Promote a version: \`npm run release -- list\` shows them.`,
  );
}

async function makeLive(
  store: WritableStore,
  app: string,
  version: string,
  { signing, trust }: PromoteOptions,
  next: (current: Pointer | undefined) => Pointer,
): Promise<Pointer> {
  const before = await liveVersion(store, app);
  const manifest = await verifyStored(store, app, version);
  trust?.assertRelease(manifest);
  await assertFits(store, manifest);
  let pointer: Pointer | undefined;
  await store.changePointer(app, async (current) => {
    assertUnchanged(app, before, current?.version, version);
    // It may have been removed since it was verified.
    if (!(await store.has(app, version))) throw new OperatorError('RELEASE-UNKNOWN', `${app}@${version} was removed.`);
    // Nobody's signature is put under a history that somebody else has written.
    const known = acceptedBy(trust, app, current);
    const wanted = known?.version === version ? known : next(known);
    if (current?.signature && wanted !== known && !signing) throw unsigned(app);
    pointer = signing ? signPointer(app, await withoutMissing(store, app, wanted), known, signing) : wanted;
    trust?.assertCurrent(app, pointer, known);
    return pointer;
  });
  return pointer ?? next(undefined);
}

const unsigned = (app: string): OperatorError =>
  new OperatorError(
    'RELEASE-UNSIGNED',
    `The pointer of ${app} is signed: servers would refuse one that isn’t. Give the key: --key FILE, or PROMOTE_KEY.`,
  );

/** A pointer that a trusted key has signed for the app; any one where keys are unknown. */
function acceptedBy(trust: Trust | undefined, app: string, pointer: Pointer | undefined): Pointer | undefined {
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

const meanwhile = (app: string, current: string | undefined): OperatorError =>
  new OperatorError(
    'RELEASE-BUSY',
    `${app}@${current ?? 'nothing'} went live in the meantime. Look at the list, then try again.`,
  );

async function assertFits(store: WritableStore, manifest: ReleaseManifest): Promise<void> {
  assertProtocol(manifest);
  if (manifest.name === 'shell') return;
  const shells = await acceptedShells(store);
  const [live] = shells;
  const fits = shells.some((shell) => !incompatibilityOf({ manifest, folder: '' }, { manifest: shell, folder: '' }));
  if (live && !fits) assertCompatible(manifest, live);
}
