import type { Pointer, ReleaseManifest } from '@site/shared/contract/release.ts';

/** Where releases are kept, for reading. Nothing it returns is verified yet. */
export interface ReleaseStore {
  /** The store's folder or address. */
  readonly location: string;
  /**
   * The app's pointer; undefined when no version of it was ever live.
   *
   * @throws {OperatorError} RELEASE-STORE when the store can't be read, RELEASE-POINTER when the pointer is damaged
   */
  pointer(app: string): Promise<Pointer | undefined>;
  /**
   * A version's manifest.
   *
   * @throws {OperatorError} RELEASE-UNKNOWN when there is no such version, RELEASE-MANIFEST, RELEASE-FILE or RELEASE-STORE
   */
  manifest(app: string, version: string): Promise<ReleaseManifest>;
  /** A file of a version. Errors as `manifest`. */
  file(app: string, version: string, path: string): Promise<Buffer>;
}
