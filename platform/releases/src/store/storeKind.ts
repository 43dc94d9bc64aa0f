/** What a store can be. */
export type StoreKind = 'folder' | 'http' | 's3';

/** Whether a location is an HTTP address. */
export const isHttpLocation = (location: string): boolean => /^https?:\/\//.test(location);

/** Which kind of store a location names. */
export function storeKind(location: string): StoreKind {
  if (isHttpLocation(location)) return 'http';
  return location.startsWith('s3://') ? 's3' : 'folder';
}
