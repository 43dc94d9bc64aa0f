import { FolderStore } from './FolderStore.ts';
import { HttpStore } from './HttpStore.ts';
import type { Store } from './Store.ts';

/** Whether a location is an HTTP origin rather than a folder. */
export const isHttpLocation = (location: string): boolean => /^https?:\/\//.test(location);

/** The store at a location: a folder, or an address. */
export function openStore(location: string, timeout: number): Store {
  return isHttpLocation(location) ? new HttpStore(location, timeout) : new FolderStore(location);
}
