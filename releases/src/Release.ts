import type { ReleaseManifest } from '@site/shared/contract/release.ts';

/** A version whose files are at hand and have been verified. */
export interface Release {
  readonly manifest: ReleaseManifest;
  /** The folder that holds its files. */
  readonly folder: string;
}
