import { OperatorError } from '@site/shared/contract/OperatorError.ts';
import type { Pointer, ReleaseManifest } from '@site/shared/contract/release.ts';
import type { WritableStore } from '../store/Store.ts';
import { assertFits } from '../verify/fits.ts';
import { manifestOf, verifyStored } from '../verify/verifyStored.ts';
import { pointTo } from './history.ts';

/**
 * Makes a published version the live one.
 *
 * @throws {OperatorError} RELEASE-UNKNOWN, RELEASE-FILE, RELEASE-MANIFEST, RELEASE-CONTRACT or RELEASE-SINGLETON when
 *   the version can't be used; RELEASE-BUSY when another version went live since the call. The live version then stays.
 */
export async function promote(store: WritableStore, app: string, version: string): Promise<Pointer> {
  return await makeLive(store, app, version, (current) => pointTo(version, current));
}

/** What `promote` and `rollback` have in common; they differ in what they remember of the versions before. */
export async function makeLive(
  store: WritableStore,
  app: string,
  version: string,
  next: (current: Pointer | undefined) => Pointer,
): Promise<Pointer> {
  const seen = await liveVersion(store, app);
  await assertFitsLiveShell(store, await verifyStored(store, app, version));
  let pointer: Pointer | undefined;
  await store.changePointer(app, async (current) => {
    assertUnchanged(app, seen, current?.version, version);
    // Somebody may have removed the version since it was verified.
    if (!(await store.has(app, version))) throw new OperatorError('RELEASE-UNKNOWN', `${app}@${version} was removed.`);
    pointer = current?.version === version ? current : next(current);
    return pointer;
  });
  return pointer ?? next(undefined);
}

async function liveVersion(store: WritableStore, app: string): Promise<string | undefined> {
  try {
    return (await store.pointer(app))?.version;
  } catch (error) {
    // A damaged pointer is what promoting mends.
    if (error instanceof OperatorError && error.code === 'RELEASE-POINTER') return undefined;
    throw error;
  }
}

function assertUnchanged(app: string, seen: string | undefined, current: string | undefined, wanted: string): void {
  if (current === seen || current === wanted) return;
  throw new OperatorError(
    'RELEASE-BUSY',
    `${app}@${current ?? 'nothing'} went live in the meantime. Look at the list, then try again.`,
  );
}

async function assertFitsLiveShell(store: WritableStore, manifest: ReleaseManifest): Promise<void> {
  const shell = manifest.name === 'shell' ? undefined : await store.pointer('shell');
  if (shell) assertFits(manifest, await manifestOf(store, 'shell', shell.version));
}
