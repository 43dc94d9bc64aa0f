import type { Pointer, Publication, ReleaseManifest } from '@site/shared/contract/release.ts';
import type { StoredPolicy } from '../policy.ts';
import type { StreamedFile } from './files.ts';
import type { StoredRecord } from './records.ts';

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
  /**
   * The store's route policy; undefined when it has none.
   *
   * @throws {OperatorError} RELEASE-STORE when the store can't be read, RELEASE-POLICY when it isn't valid
   */
  policy(): Promise<StoredPolicy | undefined>;
  /**
   * A pointer or the route policy as servers look at it, several times a second: unread while it has the given state, and
   * nothing above `recordLimit`.
   *
   * @throws {OperatorError} RELEASE-FILE when it is larger, or a link; RELEASE-STORE
   */
  record(path: string, state?: string): Promise<StoredRecord | 'unchanged' | undefined>;
  /** The apps that have versions here. Empty for a store that can't list files. */
  apps(): Promise<readonly string[]>;
  /** A file of a version. Errors as `manifest`. */
  file(app: string, version: string, path: string): Promise<Buffer>;
}

/** Makes the next pointer from the current one. Returning the same pointer, or nothing, changes nothing. */
export type ChangePointer = (current: Pointer | undefined) => Promise<Pointer | undefined>;

/** A version in a store, and how it was published. */
export interface StoredVersion extends Publication {
  readonly version: string;
}

/** How a store that tries versions itself takes one. */
export interface AddOptions {
  /** See `PublishOptions`. */
  readonly acceptsLoss: boolean;
}

/** A store that takes new versions. */
export interface WritableStore extends ReleaseStore {
  /** An app's versions, newest first. */
  versions(app: string): Promise<readonly StoredVersion[]>;
  /** Whether a version exists, intact or damaged. */
  has(app: string, version: string): Promise<boolean>;
  /**
   * Adds a built app atomically. A version that already exists and is intact stays unchanged.
   *
   * @param manifest the built app's, signed or not
   * @param folder the built app
   * @returns what its publisher should know of what the store itself has tried
   */
  add(
    manifest: ReleaseManifest,
    folder: string,
    publication: Publication,
    options?: AddOptions,
  ): Promise<readonly string[]>;
  /** Replaces a version's manifest with one that has another signature. */
  replaceManifest(manifest: ReleaseManifest): Promise<void>;
  /** Removes a version, if it exists. */
  remove(app: string, version: string): Promise<void>;
  /**
   * Changes the pointer atomically. A damaged pointer counts as missing.
   *
   * @returns the new pointer
   * @throws {OperatorError} RELEASE-BUSY while another process changes it, and whatever `change` throws
   */
  changePointer(app: string, change: ChangePointer): Promise<Pointer | undefined>;
  /**
   * Replaces the route policy atomically.
   *
   * @param change makes the next policy from the current one; a damaged one counts as missing
   * @throws {OperatorError} RELEASE-BUSY while another process changes it, and whatever `change` throws
   */
  changePolicy(change: (current: StoredPolicy | undefined) => StoredPolicy): Promise<void>;
}

/** A store that can be pruned, and that streams its files. */
export interface PrunableStore extends WritableStore {
  /** Removes what killed processes have left unfinished. */
  removeLeftovers(app: string): Promise<void>;
  /** A file of a version, which is read on demand. Errors as `manifest`. */
  stream(app: string, version: string, path: string): Promise<StreamedFile>;
}
