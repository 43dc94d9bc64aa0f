import { FolderStore } from './FolderStore.ts';
import { HttpStore } from './HttpStore.ts';
import type { PrunableStore, ReleaseStore } from './ReleaseStore.ts';
import { S3Store } from './S3Store.ts';

/** What a store can be. */
export type StoreKind = 'folder' | 'http' | 's3';

/** Whether a location is an HTTP address. */
export const isHttpLocation = (location: string): boolean => /^https?:\/\//.test(location);

/** Which kind of store a location names. */
export function storeKind(location: string): StoreKind {
  if (isHttpLocation(location)) return 'http';
  return location.startsWith('s3://') ? 's3' : 'folder';
}

/**
 * Opens the store at a folder, an HTTP address, or in a bucket (`s3://bucket/prefix`).
 *
 * @param timeout for each file that comes over the network, in milliseconds
 */
export const openStore = (location: string, timeout: number): ReleaseStore =>
  isHttpLocation(location) ? new HttpStore(location, timeout) : openWritableStore(location, timeout);

/** Opens the store in a folder or in a bucket. Parameters as those of `openStore`. */
export const openWritableStore = (location: string, timeout: number): PrunableStore =>
  storeKind(location) === 's3' ? new S3Store(location, timeout) : new FolderStore(location);
