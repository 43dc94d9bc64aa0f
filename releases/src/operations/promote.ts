import { OperatorError } from '@site/shared/contract/OperatorError.ts';
import type { Pointer, ReleaseManifest } from '@site/shared/contract/release.ts';
import { assertCompatible } from '../compatibility.ts';
import { pointBackTo, pointTo } from '../pointer.ts';
import type { FolderStore } from '../store/FolderStore.ts';
import { assertProtocol, storedManifest, verifyStored } from '../verify.ts';

/**
 * Makes a published version live.
 *
 * @throws {OperatorError} RELEASE-UNKNOWN, RELEASE-FILE, RELEASE-MANIFEST, RELEASE-CONTRACT, RELEASE-SINGLETON or
 *   RELEASE-PROTOCOL when the version can't be used; RELEASE-BUSY when another version went live since the call. The live version then stays.
 */
export async function promote(store: FolderStore, app: string, version: string): Promise<Pointer> {
  return await makeLive(store, app, version, (current) => pointTo(version, current));
}

/**
 * Makes an earlier version live again: the given one, or the latest earlier one that is still in the store.
 *
 * @throws {OperatorError} RELEASE-NOTHING-BEFORE, else as `promote`
 */
export async function rollback(store: FolderStore, app: string, version?: string): Promise<Pointer> {
  const target = version ?? (await versionBefore(store, app));
  return await makeLive(store, app, target, (current) => pointBackTo(target, current));
}

async function versionBefore(store: FolderStore, app: string): Promise<string> {
  for (const { version, isGivenUp } of (await store.pointer(app))?.previous ?? []) {
    if (!isGivenUp && (await store.has(app, version))) return version;
  }
  throw new OperatorError(
    'RELEASE-NOTHING-BEFORE',
    `Nothing of ${app} was live before. Promote a version: \`npm run release -- list\` shows them.`,
  );
}

async function makeLive(
  store: FolderStore,
  app: string,
  version: string,
  next: (current: Pointer | undefined) => Pointer,
): Promise<Pointer> {
  const before = await liveVersion(store, app);
  await assertFits(store, await verifyStored(store, app, version));
  let pointer: Pointer | undefined;
  await store.changePointer(app, async (current) => {
    assertUnchanged(app, before, current?.version, version);
    // It may have been removed since it was verified.
    if (!(await store.has(app, version))) throw new OperatorError('RELEASE-UNKNOWN', `${app}@${version} was removed.`);
    pointer = current?.version === version ? current : next(current);
    return pointer;
  });
  return pointer ?? next(undefined);
}

async function liveVersion(store: FolderStore, app: string): Promise<string | undefined> {
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
  throw new OperatorError(
    'RELEASE-BUSY',
    `${app}@${current ?? 'nothing'} went live in the meantime. Look at the list, then try again.`,
  );
}

async function assertFits(store: FolderStore, manifest: ReleaseManifest): Promise<void> {
  assertProtocol(manifest);
  const shell = manifest.name === 'shell' ? undefined : await store.pointer('shell');
  if (shell) assertCompatible(manifest, await storedManifest(store, 'shell', shell.version));
}
