import { lstat } from 'node:fs/promises';
import { join } from 'node:path';
import { recordLimits } from '../limits.ts';
import { readPublication } from '../manifest.ts';
import { publicationFile } from '../names.ts';
import { readPlain } from './files.ts';
import type { StoredVersion } from './ReleaseStore.ts';

/** Part of a list. */
interface Part {
  readonly from: number;
  readonly count: number;
}

/**
 * The versions in a folder, newest first, with what is known of their publication.
 *
 * @param folder the app's, no link; undefined when nothing in it may be read
 * @param names the names of folders in it
 */
export async function publishedIn(
  folder: string | undefined,
  names: readonly string[],
): Promise<readonly StoredVersion[]> {
  const read = async (version: string) => {
    const file = folder && (await readPlain(join(folder, version, publicationFile), recordLimits.publication));
    return { version, ...readPublication(file?.toString('utf8') ?? '') };
  };
  return (await Promise.all(names.map(read))).sort((a, b) => b.at.localeCompare(a.at));
}

/**
 * Some of them. The times of files say which those are, and only their publications are read; all of them when the times are others, as
 * in a store that was copied without.
 */
export async function newestIn(
  folder: string | undefined,
  names: readonly string[],
  { from, count }: Part,
): Promise<readonly StoredVersion[]> {
  const times = new Map<string, number>();
  if (folder) await Promise.all(names.map(async (name) => times.set(name, await timeOf(folder, name))));
  const timeIn = (name: string) => times.get(name) ?? 0;
  const sorted = names.toSorted((one, other) => timeIn(other) - timeIn(one));
  const part = await publishedIn(folder, sorted.slice(from, from + count));
  const isTrue = ({ version, at }: StoredVersion) =>
    Math.abs(timeIn(version) - Date.parse(at)) < recordLimits.publicationDelay;
  return part.every(isTrue) ? part : (await publishedIn(folder, names)).slice(from, from + count);
}

/** When a version came into the folder: its publication is written once, also when it is signed again. */
const timeOf = async (folder: string, name: string): Promise<number> =>
  (await lstat(join(folder, name, publicationFile)).catch(() => undefined))?.mtimeMs ?? 0;
