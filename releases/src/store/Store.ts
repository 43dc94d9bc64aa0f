import type { Pointer, Publication, ReleaseManifest } from '@site/shared/contract/release.ts';

/** Where releases are kept. What is read from a store is checked by whoever reads it. */
export interface Store {
  /** What the store is called in messages. */
  readonly location: string;
  /**
   * The app's pointer; nothing when no version of it was ever live.
   *
   * @throws {OperatorError} RELEASE-STORE when the store can't be reached or has something unreadable there
   */
  pointer(app: string): Promise<Pointer | undefined>;
  /**
   * A version's manifest.
   *
   * @throws {OperatorError} RELEASE-UNKNOWN when there is no such version, else as `pointer`, or RELEASE-MANIFEST
   */
  manifest(app: string, version: string): Promise<ReleaseManifest>;
  /** A file of a version, unchecked. Errors as `manifest`. */
  file(app: string, version: string, path: string): Promise<Buffer>;
}

/** A store that takes new versions. */
export interface WritableStore extends Store {
  /** The apps that have versions here. */
  apps(): Promise<readonly string[]>;
  /** An app's versions with their publication, newest first. */
  versions(app: string): Promise<readonly (Publication & { readonly version: string })[]>;
  /** Whether a version is there, perhaps damaged. */
  has(app: string, version: string): Promise<boolean>;
  /**
   * Puts a built app into the store, all of it or nothing. A version that is there already stays as it is.
   *
   * @param folder the built app, with its `release.json`
   */
  add(manifest: ReleaseManifest, folder: string, publication: Publication): Promise<void>;
  /** Removes a version, if it is there. */
  remove(app: string, version: string): Promise<void>;
  /**
   * Changes the pointer, atomically, while nobody else can. A damaged pointer counts as none.
   *
   * @returns the pointer as it is now
   * @throws {OperatorError} RELEASE-BUSY while somebody else changes it, and what `change` throws
   */
  changePointer(app: string, change: ChangePointer): Promise<Pointer | undefined>;
  /** Removes what killed programs have left unfinished. */
  removeLeftovers(app: string): Promise<void>;
}

/** Makes the next pointer out of the current one. The same again, or nothing, changes nothing. */
export type ChangePointer = (current: Pointer | undefined) => Promise<Pointer | undefined>;
