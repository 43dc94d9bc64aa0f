import { randomUUID } from 'node:crypto';
import { constants, type Stats } from 'node:fs';
import { type FileHandle, mkdir, open, readdir, realpath, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Readable } from 'node:stream';
import { OperatorError } from '@site/shared/contract/OperatorError.ts';

/** Maximum size of a file in a store, in bytes. Nothing larger is read into memory, whatever its declared size. */
export const maxFileBytes = 20 * 1024 * 1024;

/** Maximum size of a manifest, in bytes: twelve times our largest, and checked in some hundredths of a second. */
export const maxDescriptionBytes = 384 * 1024;

/** The error for a file over its limit. */
export const fileTooLarge = (file: string, limit: number): OperatorError =>
  new OperatorError('RELEASE-FILE', `${file} is larger than ${limit} bytes, which no build creates.`);

/** A record as a store has it. Nothing in it is checked. */
export interface StoredRecord {
  readonly content: Buffer;
  /** Changes whenever the content does; undefined when the store can't tell. */
  readonly state: string | undefined;
}

/**
 * Collects chunks from the network, at most `limit` bytes.
 *
 * @throws {OperatorError} RELEASE-FILE when there are more
 */
export async function collect(chunks: AsyncIterable<Uint8Array>, limit: number, name: string): Promise<Buffer> {
  const collected: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of chunks) {
    size += chunk.length;
    if (size > limit) throw fileTooLarge(name, limit);
    collected.push(chunk);
  }
  return Buffer.concat(collected);
}

/** Whether an error comes from the operating system and has one of these codes. */
export const hasCode = (error: unknown, ...codes: readonly string[]): boolean =>
  error instanceof Error && 'code' in error && codes.includes(String(error.code));

/** A file whose content is streamed, so that it is never in memory as a whole. */
export interface StreamedFile {
  /** In bytes. */
  readonly size: number;
  readonly content: Readable;
}

/**
 * Reads a plain file below a folder; undefined when it is missing.
 *
 * @throws {OperatorError} RELEASE-FILE when it is a link, behind one, not a plain file, or larger than `limit` bytes
 */
export async function readBelow(folder: string, path: string, limit: number): Promise<Buffer | undefined> {
  const file = await openBelow(folder, path, limit);
  try {
    return await file?.handle.readFile();
  } finally {
    await file?.handle.close();
  }
}

/** How long ago a file must have changed, in milliseconds, so that a later change certainly has another time. */
const settledAfter = 2_000;

/** Reads a file unless it still has the given state. Parameters and errors as for `readBelow`. */
export async function readChangedBelow(
  folder: string,
  path: string,
  limit: number,
  state: string | undefined,
): Promise<StoredRecord | 'unchanged' | undefined> {
  const found = await unlessMissing(() => findBelow(folder, path, limit));
  if (!found) return undefined;
  const { size, mtimeMs, ctimeMs, ino } = found.stats;
  const now = [size, mtimeMs, ctimeMs, ino].join(' ');
  if (now === state) return 'unchanged';
  const opened = await openBelow(folder, path, limit);
  if (!opened) return undefined;
  // It may have grown since it was measured.
  const content = await collect(opened.handle.createReadStream({ start: 0, end: limit }), limit, found.file);
  // Unlike the other times, nobody can set the one of the last change.
  return { content, state: Date.now() - ctimeMs > settledAfter ? now : undefined };
}

/**
 * Reads a plain file in a folder that certainly is neither a link nor behind one: half the work of `readBelow`. Undefined when it is
 * missing, no plain file, or larger than `limit` bytes.
 */
export async function readPlain(file: string, limit: number): Promise<Buffer | undefined> {
  // A pipe without a writer would otherwise be waited for.
  const flags = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK;
  const handle = await open(file, flags).catch(() => undefined);
  try {
    const stats = await handle?.stat();
    if (!stats?.isFile() || stats.size > limit) return undefined;
    const read = await handle?.read({ buffer: Buffer.alloc(stats.size) });
    return read?.buffer.subarray(0, read.bytesRead);
  } finally {
    await handle?.close();
  }
}

/** Opens a file to be read in parts. Parameters and errors as for `readBelow`. */
export async function streamBelow(folder: string, path: string, limit: number): Promise<StreamedFile | undefined> {
  const file = await openBelow(folder, path, limit);
  if (!file) return undefined;
  const { handle, size } = file;
  if (size > 0) return { size, content: handle.createReadStream({ start: 0, end: size - 1 }) };
  await handle.close();
  return { size, content: Readable.from([]) };
}

async function openBelow(
  folder: string,
  path: string,
  limit: number,
): Promise<{ readonly handle: FileHandle; readonly size: number } | undefined> {
  return await unlessMissing(async () => {
    const { file, stats } = await findBelow(folder, path, limit);
    return { handle: await open(file, 'r'), size: stats.size };
  });
}

async function findBelow(
  folder: string,
  path: string,
  limit: number,
): Promise<{ readonly file: string; readonly stats: Stats }> {
  const file = join(folder, path);
  // The folder itself may be behind a link, but nothing inside it.
  if ((await realpath(file)) !== join(await realpath(folder), path)) {
    throw new OperatorError('RELEASE-FILE', `${file} is behind a link; links are not followed.`);
  }
  const stats = await stat(file);
  // Reading a pipe, for example, might never end.
  if (!stats.isFile()) throw new OperatorError('RELEASE-FILE', `${file} is not a file.`);
  if (stats.size > limit) throw fileTooLarge(file, limit);
  return { file, stats };
}

async function unlessMissing<Result>(find: () => Promise<Result>): Promise<Result | undefined> {
  try {
    return await find();
  } catch (error) {
    if (hasCode(error, 'ENOENT', 'ENOTDIR')) return undefined;
    throw error;
  }
}

/**
 * Writes a file atomically: readers see the old content or the new one, never a part, even after a crash.
 *
 * @param content may be a stream; if it fails, nothing is written
 */
export async function writeAtomically(
  path: string,
  content: string | Buffer | AsyncIterable<Uint8Array>,
): Promise<void> {
  const temporary = `${path}.${randomUUID()}.new`;
  await mkdir(dirname(path), { recursive: true });
  try {
    const file = await open(temporary, 'w');
    try {
      await file.writeFile(content);
      await file.sync();
    } finally {
      await file.close();
    }
    await rename(temporary, path);
  } finally {
    await rm(temporary, { force: true });
  }
}

/** Names of folders that are being copied into a store, or removed from it: hidden, so that nobody reads half a version. */
export const unfinishedName = (action: 'incoming' | 'outgoing'): string => `.${action}-${randomUUID()}`;

const isUnfinished = (name: string): boolean => /^\.(incoming|outgoing)-/.test(name) || name.endsWith('.new');

/** After this many milliseconds, the process that made an unfinished file or folder is certainly gone. */
export const abandonedAfter = 60 * 60 * 1000;

/** Removes what killed processes have left unfinished in a folder. */
export async function removeLeftovers(folder: string): Promise<void> {
  const names = await readdir(folder).catch(() => []);
  for (const path of names.filter(isUnfinished).map((name) => join(folder, name))) {
    const found = await stat(path).catch(() => undefined);
    if (found && Date.now() - found.mtimeMs > abandonedAfter) await rm(path, { recursive: true, force: true });
  }
}
