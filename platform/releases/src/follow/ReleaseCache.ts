import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { OperatorError } from '@site/shared/contract/OperatorError.ts';
import type { Pointer } from '@site/shared/contract/release.ts';
import { assertAppName, assertVersion, isAppName, isVersion, storePath } from '../names.ts';
import { entriesOf } from '../pointer.ts';
import type { Release } from '../Release.ts';
import type { Trust } from '../signing/Trust.ts';
import type { ReleaseStore } from '../store/ReleaseStore.ts';
import { isStoreFailure } from '../store/storeFailure.ts';
import { type CopySource, openCopy, openOrCopy } from './openOrCopy.ts';

/** How a server keeps an app's versions. */
export interface UpdateOptions {
  /** How many earlier versions are kept ready, in case the live one fails. */
  readonly earlierVersions: number;
  /** Milliseconds until a failed copy is tried again. */
  readonly retry: number;
  /** Called for each version that can't be copied. */
  readonly onError: (version: string, error: OperatorError) => void;
}

/** An app's versions in the cache. */
export interface CachedVersions {
  /** The pointer that they were copied for. */
  readonly pointer: Pointer | undefined;
  /** The intact ones, the live one first. */
  readonly releases: readonly Release[];
  /** The one under rollout, if it is intact. */
  readonly candidate: Release | undefined;
  /** Whether the store failed to deliver one of the others. */
  readonly isUnreachable: boolean;
  /** Why it did, if it answered. */
  readonly failure?: OperatorError | undefined;
  /** When to retry those, in milliseconds since 1970. */
  readonly retryAt: number;
}

/** How long the store's answer about a previewed version is valid, in milliseconds: a page requests many files. */
const removedAge = 2_000;

/**
 * A server's own copies of the versions it runs. Every file is verified when it is copied, so visitors notice neither a
 * damaged store nor a missing one.
 */
export class ReleaseCache {
  readonly #source: CopySource;
  readonly #releases = new Map<string, Promise<Release>>();
  readonly #versions = new Map<string, CachedVersions>();
  /** The store's answers about versions that were never live. */
  readonly #removed = new Map<string, { readonly at: number; readonly isRemoved: Promise<boolean> }>();
  /** The pointer for which an app's versions are being copied, as JSON. */
  readonly #copying = new Map<string, string>();

  /**
   * @param store where the versions come from
   * @param folder folder of the copies
   * @param origins the origins besides the site's own from which browsers may load the files of a version
   * @param trust whose signatures are accepted. Without it, versions need none
   */
  constructor(store: ReleaseStore, folder: string, origins: readonly string[] = [], trust?: Trust) {
    this.#source = { store, folder, origins, trust };
  }

  /**
   * A version from the cache, copied from the store when it is missing or damaged.
   *
   * @throws {OperatorError} RELEASE-NAME, RELEASE-UNKNOWN, RELEASE-MANIFEST, RELEASE-RENAMED, RELEASE-ORIGIN, RELEASE-FILE or RELEASE-STORE,
   *   and those of `Trust.assertRelease`
   */
  async get(app: string, version: string): Promise<Release> {
    assertAppName(app);
    assertVersion(version);
    const key = storePath.release(app, version);
    const known = this.#releases.get(key);
    if (known) return await known;
    const release = openOrCopy(this.#source, app, version);
    this.#releases.set(key, release);
    // A failure may be temporary: the next call tries again.
    release.catch(() => this.#releases.delete(key));
    return await release;
  }

  /** Whether the store has removed a version that may be copied here. False while the store can't be reached. */
  async isRemoved(app: string, version: string): Promise<boolean> {
    const key = storePath.release(app, version);
    const known = this.#removed.get(key);
    if (known && Date.now() - known.at < removedAge) return await known.isRemoved;
    const isRemoved = this.#source.store.manifest(app, version).then(
      () => false,
      (error: unknown) => error instanceof OperatorError && error.code === 'RELEASE-UNKNOWN',
    );
    this.#removed.set(key, { at: Date.now(), isRemoved });
    return await isRemoved;
  }

  /** The intact ones of some versions. */
  async available(app: string, versions: readonly string[]): Promise<readonly Release[]> {
    const releases = await Promise.all(versions.map((version) => this.get(app, version).catch(() => undefined)));
    return releases.filter((release) => release !== undefined);
  }

  /** The versions of an app after the last `update`. */
  versions(app: string): CachedVersions | undefined {
    return this.#versions.get(app);
  }

  /** Opens the existing copies of the versions that a pointer names, without asking the store. `update` completes them. */
  async openCopies(app: string, pointer: Pointer | undefined, earlierVersions: number): Promise<void> {
    const versions = versionsToKeep(pointer, earlierVersions);
    const opened = await Promise.all(
      versions.map((version) => openCopy(this.#source, app, version).catch(() => undefined)),
    );
    const releases = opened.filter((release) => release !== undefined);
    for (const release of releases)
      this.#releases.set(storePath.release(app, release.manifest.version), Promise.resolve(release));
    const isUnreachable = releases.length === 0;
    this.#versions.set(app, { pointer, ...sorted(releases, pointer, earlierVersions), isUnreachable, retryAt: 0 });
  }

  /**
   * Copies the versions that a pointer names, unless that is done or in progress.
   *
   * @returns whether anything is new
   */
  async update(app: string, pointer: Pointer | undefined, options: UpdateOptions): Promise<boolean> {
    const wanted = JSON.stringify(pointer) ?? '';
    const known = this.#versions.get(app);
    const isDone = known && (JSON.stringify(known.pointer) ?? '') === wanted && known.retryAt >= Date.now();
    if (isDone || this.#copying.get(app) === wanted) return false;
    this.#copying.set(app, wanted);
    const versions = await this.#copyAll(app, pointer, options);
    // The pointer changed meanwhile: a newer call is in charge.
    if (this.#copying.get(app) !== wanted) return false;
    this.#copying.delete(app);
    this.#versions.set(app, versions);
    return true;
  }

  /** Removes copies older than `age` milliseconds, except the given ones (`app/version`). */
  async prune(age: number, keep: ReadonlySet<string>): Promise<void> {
    for (const key of await this.#keys()) {
      const folder = join(this.#source.folder, key);
      const made = await stat(folder).catch(() => undefined);
      if (!made || keep.has(key) || Date.now() - made.mtimeMs < age) continue;
      this.#releases.delete(key);
      this.#removed.delete(key);
      await rm(folder, { recursive: true, force: true });
    }
  }

  async #copyAll(app: string, pointer: Pointer | undefined, options: UpdateOptions): Promise<CachedVersions> {
    const versions = versionsToKeep(pointer, options.earlierVersions);
    const errors: OperatorError[] = [];
    const copied = await Promise.all(
      versions.map(async (version) => {
        try {
          return await this.get(app, version);
        } catch (cause) {
          const message = cause instanceof Error ? cause.message : String(cause);
          const error = cause instanceof OperatorError ? cause : new OperatorError('RELEASE-STORE', message, cause);
          options.onError(version, error);
          errors.push(error);
          return undefined;
        }
      }),
    );
    const releases = copied.filter((release) => release !== undefined);
    const retryAt = errors.length > 0 ? Date.now() + options.retry : Number.POSITIVE_INFINITY;
    const failure = errors.find(({ code }) => isStoreFailure(code));
    const copies = sorted(releases, pointer, options.earlierVersions);
    return { pointer, ...copies, isUnreachable: failure !== undefined, failure, retryAt };
  }

  /** All copies as `app/version`, unfinished ones included. */
  async #keys(): Promise<string[]> {
    const { folder } = this.#source;
    const apps = (await readdir(folder).catch(() => [])).filter(isAppName);
    const keys = apps.map(async (app) => {
      const names = await readdir(join(folder, app)).catch(() => []);
      return names.filter((name) => isVersion(name) || name.startsWith('.incoming-')).map((name) => `${app}/${name}`);
    });
    return (await Promise.all(keys)).flat();
  }
}

/** The versions of an app that a server needs: the live one, some earlier ones in case it fails, and the one under rollout. */
export const versionsToKeep = (pointer: Pointer | undefined, earlierVersions: number): readonly string[] => [
  ...new Set([...liveVersions(pointer, earlierVersions), ...(pointer?.candidate ? [pointer.candidate.version] : [])]),
];

const liveVersions = (pointer: Pointer | undefined, earlierVersions: number): readonly string[] =>
  entriesOf(pointer)
    .slice(0, 1 + earlierVersions)
    .map(({ version }) => version);

/** Separates the live releases of a pointer from the one under rollout. */
function sorted(
  releases: readonly Release[],
  pointer: Pointer | undefined,
  earlierVersions: number,
): Pick<CachedVersions, 'releases' | 'candidate'> {
  const live = liveVersions(pointer, earlierVersions);
  return {
    releases: releases.filter(({ manifest }) => live.includes(manifest.version)),
    candidate: releases.find(({ manifest }) => manifest.version === pointer?.candidate?.version),
  };
}
