import { mkdir, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { verifyFile } from '@site/releases/integrity.ts';
import { provenanceSchema, readManifest } from '@site/releases/manifest.ts';
import { storePath } from '@site/releases/names.ts';
import { isSameRelease } from '@site/releases/signing/signatures.ts';
import { readBelow, writeAtomically } from '@site/releases/store/files.ts';
import { OperatorError } from '@site/shared/contract/OperatorError.ts';
import { manifestFile, type Provenance, type ReleaseManifest } from '@site/shared/contract/release.ts';
import { serverLimits } from '../limits.ts';

const limits = serverLimits.releaseService;

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

  constructor(folder: string) {
    this.#folder = folder;
  }

  /**
   * Begins to take a version, or goes on with it.
   *
   * @returns the paths of the files that have not arrived
   * @throws {OperatorError} RELEASE-TOO-MUCH when it is too large, or too many versions of the app are arriving
   */
  async begin(manifest: ReleaseManifest, provenance: Provenance): Promise<readonly string[]> {
    const { name, version, files } = manifest;
    const size = Object.values(files).reduce((sum, file) => sum + file.size, 0);
    if (size > limits.versionSize)
      throw new OperatorError(
        'RELEASE-TOO-MUCH',
        `${name}@${version} has ${size} bytes, but at most ${limits.versionSize} are taken.`,
      );
    const known = await this.#manifestOf(name, version);
    if (known && !isSameRelease(known, manifest)) await this.end(name, version);
    if (!known) await this.#makeRoom(name);
    const folder = this.#folderOf(name, version);
    await writeAtomically(join(folder, manifestFile), JSON.stringify(manifest));
    await writeAtomically(join(this.#root(name, version), provenanceFile), JSON.stringify(provenance));
    const arrived = await Promise.all(Object.keys(files).map((path) => this.#has(manifest, folder, path)));
    return Object.keys(files).filter((_, index) => !arrived[index]);
  }

  /**
   * Takes a file of a version that has begun to arrive.
   *
   * @throws {OperatorError} RELEASE-UNKNOWN when it has not, RELEASE-FILE when this isn't what its manifest says
   */
  async take(app: string, version: string, path: string, content: Buffer): Promise<void> {
    const { manifest, folder } = await this.get(app, version);
    verifyFile(manifest, path, content);
    await writeAtomically(join(folder, path), content);
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

  /** Forgets what has arrived of a version. */
  async end(app: string, version: string): Promise<void> {
    await rm(this.#root(app, version), { recursive: true, force: true });
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
      verifyFile(manifest, path, content);
      return true;
    } catch {
      return false;
    }
  }

  /** Removes abandoned versions of an app, so that others find room. */
  async #makeRoom(app: string): Promise<void> {
    const root = join(this.#folder, app);
    await mkdir(root, { recursive: true });
    const versions = await readdir(root);
    const ages = await Promise.all(
      versions.map(async (version) => Date.now() - (await stat(join(root, version))).mtimeMs),
    );
    const abandoned = versions.filter((_, index) => (ages[index] ?? 0) > limits.abandoned);
    for (const version of abandoned) await this.end(app, version);
    if (versions.length - abandoned.length < limits.uploads) return;
    throw new OperatorError(
      'RELEASE-TOO-MUCH',
      `${limits.uploads} versions of ${app} are arriving already. Finish one of them: publish it again.`,
    );
  }
}
