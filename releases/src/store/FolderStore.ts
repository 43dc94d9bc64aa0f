import { randomUUID } from 'node:crypto';
import { cp, mkdir, readdir, readFile, realpath, rename, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { OperatorError } from '@site/shared/contract/OperatorError.ts';
import type { Pointer, Publication, ReleaseManifest } from '@site/shared/contract/release.ts';
import { assertAppName, assertInStore, assertVersion, isAppName, isVersion } from '../names.ts';
import { readManifest } from '../readManifest.ts';
import { verifyFolder } from '../verify/verifyFolder.ts';
import { hasCode } from './hasCode.ts';
import { layout, publicationFile } from './layout.ts';
import { removeLeftovers } from './leftovers.ts';
import { withLock } from './lock.ts';
import { readPointer } from './readPointer.ts';
import { readPublication } from './readPublication.ts';
import type { ChangePointer, WritableStore } from './Store.ts';
import { maxDescriptionBytes, maxFileBytes, tooLarge } from './sizeLimit.ts';
import { writeAtomically } from './writeAtomically.ts';

/** Releases in a folder. */
export class FolderStore implements WritableStore {
  readonly location: string;

  constructor(folder: string) {
    this.location = folder;
  }

  async pointer(app: string): Promise<Pointer | undefined> {
    assertAppName(app);
    const path = layout.pointer(app);
    return await readPointer(this.#read(path, maxDescriptionBytes), join(this.location, path));
  }

  async manifest(app: string, version: string): Promise<ReleaseManifest> {
    assertAppName(app);
    assertVersion(version);
    const path = layout.manifest(app, version);
    const content = await this.#readKnown(path, app, version, maxDescriptionBytes);
    return readManifest(content.toString('utf8'), join(this.location, path));
  }

  async file(app: string, version: string, path: string): Promise<Buffer> {
    assertInStore(app, version, path);
    return await this.#readKnown(layout.file(app, version, path), app, version);
  }

  async apps(): Promise<readonly string[]> {
    return (await this.#list('')).filter(isAppName);
  }

  async versions(app: string): Promise<readonly (Publication & { readonly version: string })[]> {
    assertAppName(app);
    const names = (await this.#list(app)).filter(isVersion);
    const known = await Promise.all(
      names.map(async (version) => ({ version, ...(await this.#publication(app, version)) })),
    );
    return known.sort((a, b) => b.at.localeCompare(a.at));
  }

  async has(app: string, version: string): Promise<boolean> {
    assertAppName(app);
    assertVersion(version);
    return (await this.#read(layout.manifest(app, version))) !== undefined;
  }

  async add({ name, version }: ReleaseManifest, folder: string, publication: Publication): Promise<void> {
    const target = join(this.location, layout.release(name, version));
    const incoming = join(dirname(target), `.incoming-${randomUUID()}`);
    try {
      await mkdir(dirname(target), { recursive: true });
      await cp(folder, incoming, { recursive: true });
      await writeFile(join(incoming, publicationFile), `${JSON.stringify(publication, null, 2)}\n`);
      // What was verified may have changed while it was copied.
      await verifyFolder(name, incoming);
      await rename(incoming, target);
    } catch (error) {
      // Somebody has published the very same version in the meantime: nothing is left to do.
      if (!hasCode(error, 'ENOTEMPTY', 'EEXIST')) throw this.#failure(error);
    } finally {
      // What can't be removed now is a leftover.
      await rm(incoming, { recursive: true, force: true }).catch(() => {});
    }
  }

  async remove(app: string, version: string): Promise<void> {
    assertAppName(app);
    assertVersion(version);
    const folder = join(this.location, layout.release(app, version));
    // Renamed first, so that nobody ever sees half a version.
    const outgoing = join(dirname(folder), `.outgoing-${randomUUID()}`);
    try {
      await rename(folder, outgoing);
      await rm(outgoing, { recursive: true, force: true });
    } catch (error) {
      if (!hasCode(error, 'ENOENT')) throw this.#failure(error);
    }
  }

  async changePointer(app: string, change: ChangePointer): Promise<Pointer | undefined> {
    assertAppName(app);
    try {
      return await withLock(join(this.location, layout.lock(app)), app, async () => {
        const current = await this.#pointerIfReadable(app);
        const next = await change(current);
        if (next && next !== current) {
          await writeAtomically(join(this.location, layout.pointer(app)), `${JSON.stringify(next, null, 2)}\n`);
        }
        return next;
      });
    } catch (error) {
      throw this.#failure(error);
    }
  }

  async removeLeftovers(app: string): Promise<void> {
    assertAppName(app);
    await removeLeftovers(join(this.location, app));
  }

  async #pointerIfReadable(app: string): Promise<Pointer | undefined> {
    try {
      return await this.pointer(app);
    } catch (error) {
      // A damaged pointer is written anew.
      if (error instanceof OperatorError && error.code === 'RELEASE-POINTER') return undefined;
      throw error;
    }
  }

  async #publication(app: string, version: string): Promise<Publication> {
    const content = await this.#read(layout.publication(app, version)).catch(() => undefined);
    return readPublication(content?.toString('utf8') ?? '');
  }

  async #list(path: string): Promise<string[]> {
    try {
      const entries = await readdir(join(this.location, path), { withFileTypes: true });
      return entries.filter((entry) => entry.isDirectory()).map((entry) => entry.name);
    } catch (error) {
      if (hasCode(error, 'ENOENT')) return [];
      throw this.#failure(error);
    }
  }

  async #readKnown(path: string, app: string, version: string, limit?: number): Promise<Buffer> {
    const content = await this.#read(path, limit);
    if (content) return content;
    throw new OperatorError(
      'RELEASE-UNKNOWN',
      `${path} is not in ${this.location}: ${app}@${version} is not there, or not whole.`,
    );
  }

  async #read(path: string, limit = maxFileBytes): Promise<Buffer | undefined> {
    const file = join(this.location, path);
    try {
      // The store itself may be behind a link; what is in it may not.
      if ((await realpath(file)) !== join(await realpath(this.location), path)) {
        throw new OperatorError('RELEASE-FILE', `${file} is behind a link; links are not followed.`);
      }
      const found = await stat(file);
      // Whatever else there is, such as a pipe, could be read for ever.
      if (!found.isFile()) throw new OperatorError('RELEASE-FILE', `${file} is not a file.`);
      if (found.size > limit) throw tooLarge(file, limit);
      return await readFile(file);
    } catch (error) {
      if (hasCode(error, 'ENOENT', 'ENOTDIR')) return undefined;
      throw this.#failure(error);
    }
  }

  #failure(error: unknown): OperatorError {
    if (error instanceof OperatorError) return error;
    const reason = error instanceof Error ? error.message : String(error);
    return new OperatorError('RELEASE-STORE', `The store ${this.location} can’t be used: ${reason}.`, error);
  }
}
