import { FolderStore } from '@site/releases/store/FolderStore.ts';
import { HttpStore } from '@site/releases/store/HttpStore.ts';
import type { PrunableStore, ReleaseStore } from '@site/releases/store/ReleaseStore.ts';
import { isHttpLocation, storeKind } from '@site/releases/store/storeKind.ts';
import { serverLimits } from './limits.ts';

const { fileTimeout } = serverLimits.store;

/**
 * Opens the store at a folder, an HTTP address, or in a bucket (`s3://bucket/prefix`).
 *
 * @param token for files of an HTTP store that aren't public
 */
export const openStore = async (location: string, token?: string): Promise<ReleaseStore> =>
  isHttpLocation(location) ? new HttpStore(location, fileTimeout, token) : await openWritableStore(location);

/** Opens the store in a folder or in a bucket. */
export async function openWritableStore(location: string): Promise<PrunableStore> {
  if (storeKind(location) !== 's3') return new FolderStore(location);
  // Loaded only for a bucket: most sites have their releases in a folder.
  const { S3Store } = await import('@site/s3-store/S3Store.ts');
  return new S3Store(location, fileTimeout);
}
