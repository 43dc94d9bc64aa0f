import { isHttpLocation } from './store/openStore.ts';

/**
 * Where servers leave notes for the release commands: beside the releases, or where those can only be read, with their own data.
 *
 * @param store location of the store
 * @param dataFolder folder for the notes on an HTTP store
 */
export const notesFolder = (store: string, dataFolder: string): string => (isHttpLocation(store) ? dataFolder : store);
