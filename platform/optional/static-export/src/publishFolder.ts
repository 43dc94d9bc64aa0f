import { createHash } from 'node:crypto';
import { lstat, mkdir, readdir, readFile, realpath, rename, rm, rmdir } from 'node:fs/promises';
import { tmpdir, userInfo } from 'node:os';
import { basename, dirname, join, relative, resolve } from 'node:path';
import { defaultRetention } from '@site/releases/operations/prune.ts';
import { hasCode, writeAtomically } from '@site/releases/store/files.ts';
import { withLock } from '@site/releases/store/lock.ts';
import { OperatorError } from '@site/shared/contract/OperatorError.ts';
import { z } from 'zod';

/**
 * The list in every export: its files, each with the time of the last export that included it. All other files belong to
 * someone else.
 */
export const listName = '.export.json';

const listSchema = z.record(z.string(), z.iso.datetime());
type FileList = Readonly<Record<string, string>>;

/** Files of releases, which open pages may still request. */
const isAsset = (path: string): boolean => path.startsWith('assets/');

/**
 * Replaces an export while visitors read it. The new one is written beside the folder. Once it is complete, its files are
 * moved into place, each with an atomic rename: first the new ones, then the changed ones. Last, files that it no longer has
 * are removed. So links work at every moment, an unchanged file keeps its time, and a killed process leaves nothing missing:
 * the next export finishes its work. Renaming the whole folder would leave a gap, break pages that are being loaded, and not
 * reach a container that has the folder mounted.
 *
 * @param write writes the new export into a folder, and throws if it must not be published
 * @throws {OperatorError} SITE-EXPORT when files that aren't from an export would be lost, or another export is running
 */
export async function publishFolder<Result>(
  folder: string,
  write: (incoming: string) => Promise<Result>,
): Promise<Result> {
  const target = await resolveTarget(folder);
  const id = createHash('sha256').update(`${userInfo().uid} ${target}`).digest('hex').slice(0, 16);
  const lock = join(tmpdir(), `site-export-${id}.lock`);
  const busy = () => refusal(`Another export into ${folder} is running. Wait until it has ended.`);
  return await withLock(lock, busy, async () => {
    await readList(target);
    const incoming = await makeIncoming(target);
    try {
      const result = await write(incoming);
      await moveIntoPlace(incoming, target);
      return result;
    } finally {
      await rm(incoming, { recursive: true, force: true });
    }
  });
}

const insideName = '.export.incoming';

/** The folder that the new export is written to: beside the target or, where this user may write only there, in it. */
async function makeIncoming(target: string): Promise<string> {
  const makeEmpty = async (folder: string) => {
    // A killed export left it.
    await rm(folder, { recursive: true, force: true });
    await mkdir(folder, { recursive: true });
    return folder;
  };
  try {
    return await makeEmpty(join(dirname(target), `.${basename(target)}.incoming`));
  } catch (error) {
    if (!hasCode(error, 'EACCES', 'EPERM', 'EROFS')) throw error;
    return await makeEmpty(join(target, insideName));
  }
}

/** Every file below a folder, except a new export in it, by its path with slashes. */
export async function filesBelow(folder: string): Promise<readonly string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => !entry.isDirectory())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)).replaceAll('\\', '/'))
    .filter((path) => !path.startsWith(`${insideName}/`));
}

const refusal = (message: string): OperatorError => new OperatorError('SITE-EXPORT', message);

/** The real path of a folder: a link stays, and its target becomes the export. */
async function resolveTarget(folder: string): Promise<string> {
  const found = await lstat(folder).catch(() => undefined);
  if (!found) return resolve(folder);
  const target = await realpath(folder).catch(() => undefined);
  if (target && (await lstat(target)).isDirectory()) return target;
  throw refusal(`${folder} is ${target ? 'a file' : 'a link that leads nowhere'}. Name a folder.`);
}

/** The files of an earlier export; none in an empty folder. Refuses any other folder: a mistyped one must not lose its files. */
async function readList(target: string): Promise<FileList> {
  const text = await readFile(join(target, listName), 'utf8').catch(() => undefined);
  if (text !== undefined) return parseList(text, target);
  const paths = await filesBelow(target).catch(() => []);
  if (paths.length === 0) return {};
  // Exports of earlier versions have no list, and own everything in their folder.
  const home = await readFile(join(target, 'index.html'), 'utf8').catch(() => '');
  if (home.includes('<html data-exported')) return listOf(paths);
  throw refusal(`${target} has files that are not from an export. Name an empty folder, or a new one.`);
}

function parseList(text: string, target: string): FileList {
  try {
    return listSchema.parse(JSON.parse(text));
  } catch (cause) {
    throw new OperatorError('SITE-EXPORT', `${join(target, listName)} is damaged. Export into a new folder.`, cause);
  }
}

function listOf(paths: readonly string[]): FileList {
  const now = new Date().toISOString();
  return Object.fromEntries(paths.map((path) => [path, now]));
}

async function moveIntoPlace(incoming: string, target: string): Promise<void> {
  const paths = await filesBelow(incoming);
  const before = await readList(target);
  const existing = new Set(await filesBelow(target).catch(() => []));
  const foreign = paths.find((path) => existing.has(path) && !Object.hasOwn(before, path));
  if (foreign) throw refusal(`${join(target, foreign)} is not from an export. Move it, or export into a new folder.`);
  const after = listOf(paths);
  const oldest = new Date(Date.now() - defaultRetention.age).toISOString();
  const kept = Object.entries(before).filter(([path, time]) => !(path in after) && isAsset(path) && time > oldest);
  const gone = Object.keys(before).filter((path) => !(path in after) && !kept.some(([name]) => name === path));
  const writeList = (list: FileList) => writeAtomically(join(target, listName), JSON.stringify(list));
  // If this process is killed, the next one still knows which files are ours.
  await writeList({ ...before, ...after });
  const added = paths.filter((path) => !existing.has(path));
  const others = paths.filter((path) => existing.has(path));
  for (const path of [...added, ...others]) await moveFile(join(incoming, path), join(target, path));
  for (const path of gone) await removeFile(target, path);
  await writeList({ ...Object.fromEntries(kept), ...after });
}

async function moveFile(source: string, target: string): Promise<void> {
  const [content, present] = await Promise.all([readFile(source), readFile(target).catch(() => undefined)]);
  if (present?.equals(content)) return;
  await mkdir(dirname(target), { recursive: true });
  try {
    await rename(source, target);
  } catch (error) {
    if (!hasCode(error, 'EXDEV')) throw error;
    throw refusal(`${target} is on another disk than the folder above the export. Name a folder on that disk.`);
  }
}

/** Removes a file, and folders that become empty. */
async function removeFile(target: string, path: string): Promise<void> {
  await rm(join(target, path), { force: true });
  for (let folder = dirname(path); folder !== '.'; folder = dirname(folder)) {
    const removed = await rmdir(join(target, folder)).then(
      () => true,
      () => false,
    );
    if (!removed) return;
  }
}
