import { randomUUID } from 'node:crypto';
import { mkdir, readdir, rename, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { manifestFile, type ReleaseManifest } from '@site/shared/contract/release.ts';
import { verifyFile } from './integrity.ts';
import { assertAppName, assertVersion, isAppName, isVersion } from './names.ts';
import type { Release } from './Release.ts';
import { hasCode } from './store/hasCode.ts';
import { layout } from './store/layout.ts';
import type { Store } from './store/Store.ts';
import { assertOrigin } from './verify/origin.ts';
import { verifyFolder } from './verify/verifyFolder.ts';
import { assertIs, manifestOf } from './verify/verifyStored.ts';

const incomingPrefix = '.incoming-';

/**
 * A server's own copies of the versions that it runs. Every file is verified when it is copied, so that neither
 * a change in the store nor its absence reaches a visitor.
 */
export class LocalCopies {
  readonly #store: Store;
  readonly #folder: string;
  readonly #origins: readonly string[];
  readonly #copies = new Map<string, Promise<Release>>();

  /**
   * @param store where the versions come from
   * @param folder where the copies are
   * @param origins the origins, besides the site's own, from which browsers may get the files of a version
   */
  constructor(store: Store, folder: string, origins: readonly string[] = []) {
    this.#store = store;
    this.#folder = folder;
    this.#origins = origins;
  }

  /**
   * The copy of a version, made now if it isn't there, or isn't whole.
   *
   * @throws {OperatorError} RELEASE-NAME, RELEASE-UNKNOWN, RELEASE-MANIFEST, RELEASE-ORIGIN, RELEASE-FILE or RELEASE-STORE
   */
  get(app: string, version: string): Promise<Release> {
    const key = layout.release(app, version);
    const known = this.#copies.get(key);
    if (known) return known;
    const copy = this.#openOrCopy(app, version);
    this.#copies.set(key, copy);
    // A version that isn't whole today may be tomorrow.
    copy.catch(() => this.#copies.delete(key));
    return copy;
  }

  /** Removes copies that are older than `age` milliseconds, but for the given ones (`app/version`). */
  async prune(age: number, keep: ReadonlySet<string>): Promise<void> {
    for (const key of await this.#all()) {
      const folder = join(this.#folder, key);
      const made = await stat(folder).catch(() => undefined);
      if (!made || keep.has(key) || Date.now() - made.mtimeMs < age) continue;
      this.#copies.delete(key);
      await rm(folder, { recursive: true, force: true });
    }
  }

  async #openOrCopy(app: string, version: string): Promise<Release> {
    assertAppName(app);
    assertVersion(version);
    return await this.#open(app, version).catch(() => this.#copy(app, version));
  }

  async #open(app: string, version: string): Promise<Release> {
    const folder = join(this.#folder, layout.release(app, version));
    const manifest = await verifyFolder(app, folder);
    assertIs(manifest, app, version);
    assertOrigin(manifest, this.#origins);
    return { manifest, folder };
  }

  async #copy(app: string, version: string): Promise<Release> {
    const manifest = await manifestOf(this.#store, app, version);
    assertOrigin(manifest, this.#origins);
    const folder = join(this.#folder, layout.release(app, version));
    const incoming = join(dirname(folder), `${incomingPrefix}${randomUUID()}`);
    try {
      for (const path of Object.keys(manifest.files)) await this.#copyFile(manifest, path, incoming);
      await writeFile(join(incoming, manifestFile), JSON.stringify(manifest));
      return await this.#putInPlace(manifest, incoming, folder);
    } finally {
      await rm(incoming, { recursive: true, force: true });
    }
  }

  /** Another program with the same folder may have been faster: a copy that is whole is left as it is. */
  async #putInPlace(manifest: ReleaseManifest, incoming: string, folder: string): Promise<Release> {
    const { name, version } = manifest;
    const old = await stat(folder).catch(() => undefined);
    if (old) {
      try {
        return await this.#open(name, version);
      } catch {
        await removeAtOnce(folder, `${incoming}-damaged`);
      }
    }
    try {
      await rename(incoming, folder);
      return { manifest, folder };
    } catch (error) {
      if (!hasCode(error, 'ENOTEMPTY', 'EEXIST')) throw error;
      return await this.#open(name, version);
    }
  }

  async #copyFile(manifest: ReleaseManifest, path: string, folder: string): Promise<void> {
    const content = await this.#store.file(manifest.name, manifest.version, path);
    verifyFile(manifest, path, content);
    const target = join(folder, path);
    await mkdir(dirname(target), { recursive: true });
    await writeFile(target, content);
  }

  async #all(): Promise<string[]> {
    const apps = (await readdir(this.#folder).catch(() => [])).filter(isAppName);
    const copies = await Promise.all(apps.map((app) => this.#copiesOf(app)));
    return copies.flat();
  }

  async #copiesOf(app: string): Promise<string[]> {
    const names = await readdir(join(this.#folder, app)).catch(() => []);
    return names.filter((name) => isVersion(name) || name.startsWith(incomingPrefix)).map((name) => `${app}/${name}`);
  }
}

/** Removes a folder so that nobody sees half of it. */
async function removeAtOnce(folder: string, outgoing: string): Promise<void> {
  try {
    await rename(folder, outgoing);
    await rm(outgoing, { recursive: true, force: true });
  } catch (error) {
    if (!hasCode(error, 'ENOENT')) throw error;
  }
}
