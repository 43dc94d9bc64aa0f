import { manifestFile } from '@site/shared/contract/release.ts';

/** The file of a stored version that tells how it came into the store. */
export const publicationFile = 'publication.json';

/** Names in the store, relative to it; the same in a folder and behind an HTTP origin. */
export const layout = {
  pointer: (app: string): string => `${app}/current.json`,
  lock: (app: string): string => `${app}/current.lock`,
  release: (app: string, version: string): string => `${app}/${version}`,
  manifest: (app: string, version: string): string => `${app}/${version}/${manifestFile}`,
  publication: (app: string, version: string): string => `${app}/${version}/${publicationFile}`,
  file: (app: string, version: string, path: string): string => `${app}/${version}/${path}`,
} as const;
