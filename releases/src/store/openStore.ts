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

/**
 * Where servers leave notes for the release commands: in the store, or in their data folder when the store is read-only.
 *
 * @param store location of the store
 * @param dataFolder folder for the notes on an HTTP store
 */
export const notesFolder = (store: string, dataFolder: string): string => (isHttpLocation(store) ? dataFolder : store);
