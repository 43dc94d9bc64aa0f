import type { ReleaseManifest } from '@site/shared/contract/release.ts';
import { resolveCompatible } from '../compatibility.ts';
import { earlierVersions, entriesOf, pointerOf } from '../pointer.ts';
import type { Release } from '../Release.ts';
import type { WritableStore } from '../store/ReleaseStore.ts';
import { unlessDamaged } from '../store/storeFailure.ts';
import { storedManifest } from '../verify.ts';

const shell = 'shell';

/**
 * The shells that a remote may be released for: the live one, and while that one waits for remotes that fit it, the one that
 * visitors still see. So old remotes can be fixed while new ones are being made.
 *
 * @returns the live one first; none when no shell is live
 */
export async function acceptedShells(store: WritableStore): Promise<readonly ReleaseManifest[]> {
  const shells = await manifestsOf(store, shell);
  const [live] = shells;
  if (!live || shells.length === 1) return shells;
  const names = (await store.apps()).filter((name) => name !== shell);
  const remotes = await Promise.all(
    names.map(async (name) => [name, (await manifestsOf(store, name)).map(withoutFiles)] as const),
  );
  const shown = resolveCompatible(shells.map(withoutFiles), new Map(remotes))?.shell.manifest;
  return shown && shown.version !== live.version ? [live, shown] : [live];
}

/** Only the manifest matters for compatibility. */
const withoutFiles = (manifest: ReleaseManifest): Release => ({ manifest, folder: '' });

/** The manifests of the versions that servers keep ready, the live one first, without damaged ones. */
async function manifestsOf(store: WritableStore, app: string): Promise<readonly ReleaseManifest[]> {
  const pointer = await unlessDamaged(store.read(pointerOf(app)));
  const versions = entriesOf(pointer).slice(0, 1 + earlierVersions);
  const manifests = versions.map(({ version }) => unlessDamaged(storedManifest(store, app, version)));
  return (await Promise.all(manifests)).filter((manifest) => manifest !== undefined);
}
