import type { Publication, ReleaseManifest } from '@site/shared/contract/release.ts';
import type { KeptName } from '../history/keptRecords.ts';
import type { ChangingFile, Signed, SignedRecord } from '../signedRecord.ts';
import type { StoredRecord, StreamedFile } from './files.ts';

/** Where releases are kept, for reading. Nothing it returns is verified yet. */
export interface ReleaseStore {
  /** The store's folder or address. */
  readonly location: string;
  /**
   * The pointer of an app, or the route policy; undefined when there is none.
   *
   * @throws {OperatorError} RELEASE-STORE when the store can't be read, RELEASE-POINTER or RELEASE-POLICY when it is damaged
   */
  read<Value extends Signed>(record: SignedRecord<Value>): Promise<Value | undefined>;
  /**
   * A version's manifest.
   *
   * @throws {OperatorError} RELEASE-UNKNOWN when there is no such version, RELEASE-MANIFEST, RELEASE-FILE or RELEASE-STORE
   */
  manifest(app: string, version: string): Promise<ReleaseManifest>;
  /**
   * A record as servers look at it, several times a second, or a manifest, which may be signed again: unread while it has the given
   * state, and nothing above its limit.
   *
   * @throws {OperatorError} RELEASE-FILE when it is larger, or a link; RELEASE-STORE
   */
  readChanged(record: ChangingFile, state?: string): Promise<StoredRecord | 'unchanged' | undefined>;
  /** The apps that have versions here. Empty for a store that can't list files. */
  apps(): Promise<readonly string[]>;
  /** A file of a version. Errors as `manifest`. */
  file(app: string, version: string, path: string): Promise<Buffer>;
}

/** A version in a store, and how it was published. */
export interface StoredVersion extends Publication {
  readonly version: string;
}

/** Some of an app's versions. */
export interface NewestVersions {
  readonly versions: readonly StoredVersion[];
  /** How many there are in all. */
  readonly all: number;
}

/** Some of the versions of a store that has to read them all. */
export const partOf = (all: readonly StoredVersion[], from: number, count: number): NewestVersions => ({
  versions: all.slice(from, from + count),
  all: all.length,
});

/** How a store that tries versions itself takes one. */
export interface AddOptions {
  /** See `PublishOptions`. */
  readonly acceptsLoss: boolean;
}

/** A store that takes new versions. */
export interface WritableStore extends ReleaseStore {
  /** An app's versions, newest first. */
  versions(app: string): Promise<readonly StoredVersion[]>;
  /** Some of them, of which alone a folder reads the publications. */
  newest(app: string, from: number, count: number): Promise<NewestVersions>;
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
   * Changes a record atomically. A signed one is kept as it was signed, once it is in force, and at the latest before another one
   * replaces it: also when a process was killed in between, or a file was copied there.
   *
   * @param next makes the next value from the current one; a damaged one counts as missing. The same value, or nothing, changes
   *   nothing.
   * @returns the next value
   * @throws {OperatorError} RELEASE-BUSY while another process changes it, and whatever `next` throws
   */
  change<Value extends Signed, Next extends Value | undefined>(
    record: SignedRecord<Value>,
    next: (current: Value | undefined) => Promise<Next>,
  ): Promise<Next>;
}

/** A store that can be pruned, and that streams its files. */
export interface PrunableStore extends WritableStore {
  /** Removes what killed processes have left unfinished. */
  removeLeftovers(app: string): Promise<void>;
  /** The names of the files in which earlier values of a record are kept, in no order; `recordLimits.history.listed` at most. */
  kept(record: SignedRecord): Promise<readonly KeptName[]>;
  /** Removes such a file, if it exists. */
  removeKept(record: SignedRecord, kept: KeptName): Promise<void>;
  /** A file of a version, which is read on demand. Errors as `manifest`. */
  stream(app: string, version: string, path: string): Promise<StreamedFile>;
}
