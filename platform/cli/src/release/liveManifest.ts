import { pointerOf } from '@site/releases/pointer.ts';
import type { WritableStore } from '@site/releases/store/ReleaseStore.ts';
import { unlessDamaged } from '@site/releases/store/storeFailure.ts';
import type { ReleaseManifest } from '@site/shared/contract/release.ts';

/** The manifest of an app's live version; undefined when none is live or its files are damaged. */
export async function liveManifest(store: WritableStore, app: string): Promise<ReleaseManifest | undefined> {
  const pointer = await unlessDamaged(store.read(pointerOf(app)));
  return pointer && (await unlessDamaged(store.manifest(app, pointer.version)));
}
