import { FolderStore } from './FolderStore.ts';
import { HttpStore } from './HttpStore.ts';
import type { PrunableStore, ReleaseStore } from './ReleaseStore.ts';
import { S3Store } from './S3Store.ts';
import { isHttpLocation, storeKind } from './storeKind.ts';

/**
 * Opens the store at a folder, an HTTP address, or in a bucket (`s3://bucket/prefix`).
 *
 * @param timeout for each file that comes over the network, in milliseconds
 * @param token grants access to files behind an HTTP address that aren't public
 */
export const openStore = (location: string, timeout: number, token?: string): ReleaseStore =>
  isHttpLocation(location) ? new HttpStore(location, timeout, token) : openWritableStore(location, timeout);

/** Opens the store in a folder or in a bucket. Parameters as those of `openStore`. */
export const openWritableStore = (location: string, timeout: number): PrunableStore =>
  storeKind(location) === 's3' ? new S3Store(location, timeout) : new FolderStore(location);
