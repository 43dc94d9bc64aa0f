import { mkdir, rename, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { manifestFile, type ReleaseManifest } from '@site/shared/contract/release.ts';
import { verifyFile } from '../integrity.ts';
import { storePath } from '../names.ts';
import type { Release } from '../Release.ts';
import { assertNotRefused, readRelease } from '../reading/readRelease.ts';
import { Slots } from '../Slots.ts';
import type { Trust } from '../signing/Trust.ts';
import { hasCode, unfinishedName } from '../store/files.ts';
import type { ReleaseStore } from '../store/ReleaseStore.ts';
import { assertIsVersion, assertOrigin, assertProtocol, storedManifest, verifyFolder } from '../verify.ts';

/** Where copies of releases come from, where they are kept, and which are allowed. */
export interface CopySource {
  readonly store: ReleaseStore;
  /** The folder of the copies. */
  readonly folder: string;
  /** The origins besides the site's own from which browsers may load the files of a version. */
  readonly origins: readonly string[];
  /** Whose signatures are accepted; undefined when versions need none. */
  readonly trust: Trust | undefined;
}

/** Opens the local copy of a version, or copies the version from the store when there is no intact copy. */
export async function openOrCopy(source: CopySource, app: string, version: string): Promise<Release> {
  return await openCopy(source, app, version).catch(() => copy(source, app, version));
}

/** Opens the local copy of a version. Throws when there is no intact one. */
export async function openCopy(source: CopySource, app: string, version: string): Promise<Release> {
  const folder = join(source.folder, storePath.release(app, version));
  const manifest = await verifyFolder(app, folder);
  assertIsVersion(manifest, app, version);
  source.trust?.assertCopy(manifest);
  assertOrigin(manifest, source.origins);
  assertProtocol(manifest);
  return await readRelease(manifest, folder);
}

async function copy(source: CopySource, app: string, version: string): Promise<Release> {
  const manifest = await storedManifest(source.store, app, version);
  source.trust?.assertRelease(manifest);
  assertOrigin(manifest, source.origins);
  assertProtocol(manifest);
  assertNotRefused(manifest);
  const folder = join(source.folder, storePath.release(app, version));
  const incoming = join(dirname(folder), unfinishedName('incoming'));
  try {
    await copyFiles(source.store, manifest, incoming);
    await writeFile(join(incoming, manifestFile), JSON.stringify(manifest));
    return await moveIntoPlace(source, manifest, incoming, folder);
  } finally {
    await rm(incoming, { recursive: true, force: true });
  }
}

/** How many files are copied at the same time. */
export const filesAtOnce = 16;

/** Shared by all versions that are being copied: a remote store is read in parallel, but not flooded. */
const slots = new Slots(filesAtOnce);

async function copyFiles(store: ReleaseStore, manifest: ReleaseManifest, folder: string): Promise<void> {
  let isFailed = false;
  const copies = Object.keys(manifest.files).map((path) =>
    slots.run(async () => {
      if (isFailed) return;
      try {
        await copyFile(store, manifest, path, folder);
      } catch (error) {
        isFailed = true;
        throw error;
      }
    }),
  );
  // Waits for all of them: after a failure the folder is removed, and no file may be written to it then.
  for (const copied of await Promise.allSettled(copies)) if (copied.status === 'rejected') throw copied.reason;
}

async function copyFile(store: ReleaseStore, manifest: ReleaseManifest, path: string, folder: string): Promise<void> {
  const content = await store.file(manifest.name, manifest.version, path);
  await verifyFile(manifest, path, content);
  const target = join(folder, path);
  await mkdir(dirname(target), { recursive: true });
  await writeFile(target, content);
}

/** Another process with the same folder may have been faster: an intact copy is left alone. */
async function moveIntoPlace(
  source: CopySource,
  manifest: ReleaseManifest,
  incoming: string,
  folder: string,
): Promise<Release> {
  const { name, version } = manifest;
  const existing = await stat(folder).catch(() => undefined);
  if (existing) {
    try {
      return await openCopy(source, name, version);
    } catch {
      await removeAtomically(folder, `${incoming}-damaged`);
    }
  }
  try {
    await rename(incoming, folder);
    return await readRelease(manifest, folder);
  } catch (error) {
    if (!hasCode(error, 'ENOTEMPTY', 'EEXIST')) throw error;
    return await openCopy(source, name, version);
  }
}

/** Removes a folder so that no reader sees half of it. */
async function removeAtomically(folder: string, outgoing: string): Promise<void> {
  try {
    await rename(folder, outgoing);
    await rm(outgoing, { recursive: true, force: true });
  } catch (error) {
    if (!hasCode(error, 'ENOENT')) throw error;
  }
}
