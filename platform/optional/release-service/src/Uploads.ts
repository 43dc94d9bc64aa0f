import { mkdir, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { FileCheck, verifyFile } from '@site/releases/integrity.ts';
import { provenanceSchema, readManifest } from '@site/releases/manifest.ts';
import { storePath } from '@site/releases/names.ts';
import { Slots } from '@site/releases/Slots.ts';
import { isSameRelease } from '@site/releases/signing/signatures.ts';
import { readBelow, writeAtomically } from '@site/releases/store/files.ts';
import { withLock } from '@site/releases/store/lock.ts';
import { OperatorError } from '@site/shared/contract/OperatorError.ts';
import { manifestFile, type Provenance, type ReleaseManifest } from '@site/shared/contract/release.ts';
import { serviceLimits as limits } from './limits.ts';
import { sizeOf } from './quota.ts';

const provenanceFile = 'provenance.json';

/** A version that is arriving: the folder of its files, and what it was built from. */
export interface Upload {
  readonly manifest: ReleaseManifest;
  readonly folder: string;
  readonly provenance: Provenance;
}

/** Versions that are arriving. What has arrived stays when the connection breaks, or the service is restarted. */
export class Uploads {
  readonly #folder: string;
  /** One lock per app: its uploads start one after another. */
  readonly #slots = new Map<string, Slots>();
  /** The folders of versions that are being published. */
  readonly #inUse = new Set<string>();

  constructor(folder: string) {
    this.#folder = folder;
  }

  /**
   * Begins an upload, or continues it.
   *
   * @returns the paths of the files that have not arrived
   * @throws {OperatorError} RELEASE-TOO-MUCH when it is too large
   */
  async begin(manifest: ReleaseManifest, provenance: Provenance): Promise<readonly string[]> {
    const { name, version, files } = manifest;
    const size = sizeOf(manifest);
    if (size > limits.versionSize)
      throw new OperatorError(
        'RELEASE-TOO-MUCH',
        `${name}@${version} has ${size} bytes, but at most ${limits.versionSize} are taken.`,
      );
    await this.#alone(name, () => this.#describe(manifest, provenance));
    const folder = this.#folderOf(name, version);
    const arrived = await Promise.all(Object.keys(files).map((path) => this.#has(manifest, folder, path)));
    return Object.keys(files).filter((_, index) => !arrived[index]);
  }

  /**
   * Takes a file of a version that has begun to arrive, onto the disk as it comes.
   *
   * @throws {OperatorError} RELEASE-UNKNOWN, or RELEASE-FILE when this isn't what its manifest says
   */
  async take(app: string, version: string, path: string, content: AsyncIterable<Uint8Array>): Promise<void> {
    const { manifest, folder } = await this.get(app, version);
    const check = new FileCheck(manifest, path);
    await writeAtomically(join(folder, path), check.through(content));
  }

  /**
   * A version that has begun to arrive.
   *
   * @throws {OperatorError} RELEASE-UNKNOWN
   */
  async get(app: string, version: string): Promise<Upload> {
    const manifest = await this.#manifestOf(app, version);
    if (!manifest)
      throw new OperatorError(
        'RELEASE-UNKNOWN',
        `${app}@${version} has not begun to arrive. Publish it from the start.`,
      );
    const text = await readBelow(this.#root(app, version), provenanceFile, 10_000);
    const provenance = provenanceSchema.parse(JSON.parse(text?.toString('utf8') ?? '{}'));
    return { manifest, folder: this.#folderOf(app, version), provenance };
  }

  /**
   * Runs a task with a version that has begun to arrive. Until it ends, the version doesn't make room for others.
   *
   * @throws {OperatorError} RELEASE-UNKNOWN, else what `task` throws
   */
  async use<Result>(app: string, version: string, task: (upload: Upload) => Promise<Result>): Promise<Result> {
    const folder = this.#root(app, version);
    this.#inUse.add(folder);
    try {
      return await task(await this.get(app, version));
    } finally {
      this.#inUse.delete(folder);
    }
  }

  /** Forgets what has arrived of a version. */
  async end(app: string, version: string): Promise<void> {
    await rm(this.#root(app, version), { recursive: true, force: true });
  }

  /** Runs a task while no other version of the app begins to arrive, in this process or another with the same folder. */
  async #alone(app: string, task: () => Promise<void>): Promise<void> {
    const slot = this.#slots.get(app) ?? new Slots(1);
    this.#slots.set(app, slot);
    const busy = () =>
      new OperatorError('RELEASE-BUSY', `Another version of ${app} begins to arrive. Publish again in a moment.`);
    await slot.run(() => withLock(join(this.#folder, `${app}.lock`), busy, task));
  }

  /** Keeps what a version is, so that its files can arrive. */
  async #describe(manifest: ReleaseManifest, provenance: Provenance): Promise<void> {
    const { name, version } = manifest;
    const known = await this.#manifestOf(name, version);
    if (known && !isSameRelease(known, manifest)) await this.end(name, version);
    if (!known) await this.#makeRoom(name);
    await writeAtomically(join(this.#folderOf(name, version), manifestFile), JSON.stringify(manifest));
    await writeAtomically(join(this.#root(name, version), provenanceFile), JSON.stringify(provenance));
  }

  #root(app: string, version: string): string {
    return join(this.#folder, storePath.release(app, version));
  }

  #folderOf(app: string, version: string): string {
    return join(this.#root(app, version), 'files');
  }

  async #manifestOf(app: string, version: string): Promise<ReleaseManifest | undefined> {
    const file = join(this.#folderOf(app, version), manifestFile);
    const content = await readBelow(this.#folderOf(app, version), manifestFile, Number.POSITIVE_INFINITY).catch(
      () => undefined,
    );
    return content && readManifest(content.toString('utf8'), file);
  }

  async #has(manifest: ReleaseManifest, folder: string, path: string): Promise<boolean> {
    try {
      const content = await readBelow(folder, path, manifest.files[path]?.size ?? 0);
      if (!content) return false;
      await verifyFile(manifest, path, content);
      return true;
    } catch {
      return false;
    }
  }

  /**
   * Makes room for one more upload of an app: abandoned ones are removed, and the oldest one if necessary. So unfinished uploads
   * never keep anyone from releasing.
   */
  async #makeRoom(app: string): Promise<void> {
    const root = join(this.#folder, app);
    await mkdir(root, { recursive: true });
    const versions = await readdir(root);
    const removable = versions.filter((version) => !this.#inUse.has(this.#root(app, version)));
    const room = limits.uploads - 1 - (versions.length - removable.length);
    const uploads = removable.map(async (version) => {
      // One may have just ended.
      const announcedAt = await stat(join(root, version)).then(
        ({ mtimeMs }) => mtimeMs,
        () => 0,
      );
      return { version, announcedAt };
    });
    const newestFirst = (await Promise.all(uploads)).sort((one, other) => other.announcedAt - one.announcedAt);
    for (const [index, { version, announcedAt }] of newestFirst.entries())
      if (index >= room || Date.now() - announcedAt > limits.abandoned) await this.end(app, version);
  }
}
