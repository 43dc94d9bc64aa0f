import { FolderStore } from './FolderStore.ts';
import { HttpStore } from './HttpStore.ts';
import type { ReleaseStore } from './ReleaseStore.ts';

/** Whether a location is an HTTP address rather than a folder. */
export const isHttpLocation = (location: string): boolean => /^https?:\/\//.test(location);

/**
 * Opens the store at a folder or an address.
 *
 * @param timeout for each file of an HTTP store, in milliseconds
 */
export const openStore = (location: string, timeout: number): ReleaseStore =>
  isHttpLocation(location) ? new HttpStore(location, timeout) : new FolderStore(location);
