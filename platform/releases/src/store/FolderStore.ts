import { type Dirent, statSync } from 'node:fs';
import { chmod, cp, mkdir, opendir, readdir, realpath, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { OperatorError } from '@site/shared/contract/OperatorError.ts';
import { manifestFile, type Publication, type ReleaseManifest } from '@site/shared/contract/release.ts';
import { type KeptName, keptPath, readKeptName } from '../history/keptRecords.ts';
import { recordLimits } from '../limits.ts';
import { readManifest } from '../manifest.ts';
import {
  assertAppName,
  assertFilePath,
  assertVersion,
  isAppName,
  isVersion,
  publicationFile,
  storePath,
} from '../names.ts';
import {
  busyError,
  type ChangingFile,
  readRecord,
  recordText,
  type Signed,
  type SignedRecord,
} from '../signedRecord.ts';
import { verifyFolder } from '../verify.ts';
import {
  hasCode,
  maxDescriptionBytes,
  maxFileBytes,
  readBelow,
  readChangedBelow,
  removeLeftovers,
  type StoredRecord,
  type StreamedFile,
  streamBelow,
  unfinishedName,
  writeAtomically,
} from './files.ts';
import { withLock } from './lock.ts';
import { NewestIn, publishedIn } from './publishedIn.ts';
import type { NewestVersions, PrunableStore, StoredVersion } from './ReleaseStore.ts';
import { existing, unlessDamaged } from './storeFailure.ts';

/** A store in a folder. */
export class FolderStore implements PrunableStore {
  readonly location: string;
  readonly #newest = new NewestIn();

  constructor(folder: string) {
    this.location = folder;
  }

  async read<Value extends Signed>(record: SignedRecord<Value>): Promise<Value | undefined> {
    return await readRecord(record, this.#read(record.path, record.limit), this.location);
  }

  async manifest(app: string, version: string): Promise<ReleaseManifest> {
    assertAppName(app);
    assertVersion(version);
    const path = storePath.manifest(app, version);
    const content = await this.#readExisting(path, maxDescriptionBytes);
    return readManifest(content.toString('utf8'), join(this.location, path));
  }

  async readChanged({ path, limit }: ChangingFile, state?: string): Promise<StoredRecord | 'unchanged' | undefined> {
    try {
      return await readChangedBelow(this.location, path, limit, state);
    } catch (error) {
      throw this.#storeError(error);
    }
  }

  async file(app: string, version: string, path: string): Promise<Buffer> {
    assertFilePath(app, version, path);
    return await this.#readExisting(storePath.file(app, version, path));
  }

  async stream(app: string, version: string, path: string): Promise<StreamedFile> {
    assertFilePath(app, version, path);
    const source = storePath.file(app, version, path);
    try {
      return existing(await streamBelow(this.location, source, maxFileBytes), this.location, source);
    } catch (error) {
      throw this.#storeError(error);
    }
  }

  async apps(): Promise<readonly string[]> {
    const entries = await this.#entriesOf('.', recordLimits.folders);
    return entries
      .filter((entry) => entry.isDirectory() && isAppName(entry.name))
      .map(({ name }) => name)
      .sort();
  }

  async versions(app: string): Promise<readonly StoredVersion[]> {
    const versions = await this.#versionsOf(app);
    return await publishedIn(await this.#folderOf(app), versions);
  }

  async newest(app: string, from: number, count: number): Promise<NewestVersions> {
    const versions = await this.#versionsOf(app);
    const newest = await this.#newest.of(await this.#folderOf(app), versions, { from, count });
    return { versions: newest, all: versions.length };
  }

  async has(app: string, version: string): Promise<boolean> {
    assertAppName(app);
    assertVersion(version);
    return (await this.#read(storePath.manifest(app, version))) !== undefined;
  }

  async add(manifest: ReleaseManifest, folder: string, publication: Publication): Promise<readonly string[]> {
    const { name, version } = manifest;
    const target = join(this.location, storePath.release(name, version));
    const incoming = join(dirname(target), unfinishedName('incoming'));
    try {
      await mkdir(dirname(target), { recursive: true });
      await cp(folder, incoming, { recursive: true });
      if (isShared(this.location) || isShared(dirname(target))) await shareFolders(incoming);
      if (manifest.signature) await writeFile(join(incoming, manifestFile), JSON.stringify(manifest));
      await writeFile(join(incoming, publicationFile), `${JSON.stringify(publication, null, 2)}\n`);
      // The build may have changed while it was copied.
      await verifyFolder(name, incoming);
      await rename(incoming, target);
    } catch (error) {
      // The same version was published meanwhile: nothing to do.
      if (!hasCode(error, 'ENOTEMPTY', 'EEXIST')) throw this.#storeError(error);
    } finally {
      // If it can't be removed now, it is cleaned up later as a leftover.
      await rm(incoming, { recursive: true, force: true }).catch(() => {});
    }
    return [];
  }

  async replaceManifest(manifest: ReleaseManifest): Promise<void> {
    try {
      const path = storePath.manifest(manifest.name, manifest.version);
      await writeAtomically(join(this.location, path), JSON.stringify(manifest));
    } catch (error) {
      throw this.#storeError(error);
    }
  }

  async remove(app: string, version: string): Promise<void> {
    assertAppName(app);
    assertVersion(version);
    const folder = join(this.location, storePath.release(app, version));
    // Renaming first makes the removal atomic for readers.
    const outgoing = join(dirname(folder), unfinishedName('outgoing'));
    try {
      await rename(folder, outgoing);
      await rm(outgoing, { recursive: true, force: true });
    } catch (error) {
      if (!hasCode(error, 'ENOENT')) throw this.#storeError(error);
    }
  }

  /** Changes a record under its lock. */
  async change<Value extends Signed, Next extends Value | undefined>(
    record: SignedRecord<Value>,
    next: (current: Value | undefined) => Promise<Next>,
  ): Promise<Next> {
    const { path, lock, limit } = record;
    try {
      return await withLock(
        join(this.location, lock),
        () => busyError(record),
        async () => {
          const content = await unlessDamaged(this.#read(path, limit));
          const current = content && (await unlessDamaged(readRecord(record, Promise.resolve(content), this.location)));
          const value = await next(current);
          if (!value || value === current) return value;
          const text = recordText(record, value);
          if (content && current) await this.#keep(record, current, content);
          await writeAtomically(join(this.location, path), text);
          // It is in force; if it can't be kept now, the next change does so.
          await this.#keep(record, value, text).catch(() => {});
          return value;
        },
      );
    } catch (error) {
      throw this.#storeError(error);
    }
  }

  async kept({ history }: SignedRecord): Promise<readonly KeptName[]> {
    const names = await this.#entriesOf(history, recordLimits.history.listed);
    return names.map(({ name }) => readKeptName(name)).filter((kept) => kept !== undefined);
  }

  async removeKept({ history }: SignedRecord, { name }: KeptName): Promise<void> {
    try {
      await rm(join(this.location, history, name), { force: true });
    } catch (error) {
      throw this.#storeError(error);
    }
  }

  async removeLeftovers(app: string): Promise<void> {
    assertAppName(app);
    await removeLeftovers(join(this.location, app));
    await removeLeftovers(join(this.location, storePath.history(app)));
  }

  async #keep(record: SignedRecord, value: Signed, content: Buffer | string): Promise<void> {
    const kept = keptPath(record, value);
    if (kept !== undefined) await writeAtomically(join(this.location, kept), content);
  }

  /** What is in a folder of the store, at most so many entries; nothing when there is no such folder. */
  async #entriesOf(path: string, limit: number): Promise<readonly Dirent[]> {
    const entries: Dirent[] = [];
    try {
      for await (const entry of await opendir(join(this.location, path), { bufferSize: 256 })) {
        entries.push(entry);
        if (entries.length >= limit) break;
      }
      return entries;
    } catch (error) {
      if (hasCode(error, 'ENOENT')) return [];
      throw this.#storeError(error);
    }
  }

  async #versionsOf(app: string): Promise<readonly string[]> {
    assertAppName(app);
    return (await this.#foldersIn(app)).filter(isVersion);
  }

  /** The folder of an app. The store itself may be behind a link, but nothing inside it: then it is undefined, as when it is missing. */
  async #folderOf(app: string): Promise<string | undefined> {
    const folder = join(this.location, app);
    try {
      return (await realpath(folder)) === join(await realpath(this.location), app) ? folder : undefined;
    } catch (error) {
      if (hasCode(error, 'ENOENT')) return undefined;
      throw this.#storeError(error);
    }
  }

  async #foldersIn(path: string): Promise<string[]> {
    try {
      const entries = await readdir(join(this.location, path), { withFileTypes: true });
      return entries.filter((entry) => entry.isDirectory()).map((entry) => entry.name);
    } catch (error) {
      if (hasCode(error, 'ENOENT')) return [];
      throw this.#storeError(error);
    }
  }

  async #readExisting(path: string, limit?: number): Promise<Buffer> {
    return existing(await this.#read(path, limit), this.location, path);
  }

  async #read(path: string, limit = maxFileBytes): Promise<Buffer | undefined> {
    try {
      return await readBelow(this.location, path, limit);
    } catch (error) {
      throw this.#storeError(error);
    }
  }

  #storeError(error: unknown): OperatorError {
    if (error instanceof OperatorError) return error;
    const reason = error instanceof Error ? error.message : String(error);
    return new OperatorError('RELEASE-STORE', `The store ${this.location} can’t be used: ${reason}.`, error);
  }
}

const setGroup = 0o2000;
const groupWrites = 0o020;

/**
 * Whether a store, or an app's folder in it, belongs to a group whose members release there: it is group-writable, and new
 * files inherit its group.
 */
export const isShared = (location: string): boolean => {
  const mode = statSync(location, { throwIfNoEntry: false })?.mode ?? 0;
  return (mode & setGroup) !== 0 && (mode & groupWrites) !== 0;
};

/**
 * Lets every member of the group remove what another has published: copied folders have the permissions of the build and
 * inherit the store's group. They aren't set-group-ID themselves, since nothing is ever added to a version. So a process
 * that may not create set-group-ID files, as under systemd's `RestrictSUIDSGID`, can publish too.
 */
async function shareFolders(folder: string): Promise<void> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const folders = entries.filter((entry) => entry.isDirectory()).map((entry) => join(entry.parentPath, entry.name));
  for (const path of [folder, ...folders]) await chmod(path, 0o775);
}
