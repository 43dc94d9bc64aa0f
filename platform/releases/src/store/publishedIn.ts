import { lstat } from 'node:fs/promises';
import { join } from 'node:path';
import { LRUCache } from 'lru-cache';
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

/** When the versions of a folder came, and what it was like then. */
interface Arrivals {
  readonly state: string;
  readonly times: ReadonlyMap<string, number>;
}

/** Lists the newest versions of the apps of a store. */
export class NewestIn {
  /** By folder, while nothing comes into it or goes: a page may ask for the newest versions of many apps, which have hundreds. */
  readonly #arrivals = new LRUCache<string, Arrivals>({ max: recordLimits.listedApps });

  /**
   * Some of the versions in a folder. The times of files say which those are, and only their publications are read; all of them when the
   * times are others, as in a store that was copied without.
   */
  async of(
    folder: string | undefined,
    names: readonly string[],
    { from, count }: Part,
  ): Promise<readonly StoredVersion[]> {
    const times = folder === undefined ? new Map<string, number>() : await this.#timesIn(folder, names);
    const timeOf = (name: string) => times.get(name) ?? 0;
    const sorted = names.toSorted((one, other) => timeOf(other) - timeOf(one));
    const part = await publishedIn(folder, sorted.slice(from, from + count));
    const isTrue = ({ version, at }: StoredVersion) =>
      Math.abs(timeOf(version) - Date.parse(at)) < recordLimits.publicationDelay;
    return part.every(isTrue) ? part : (await publishedIn(folder, names)).slice(from, from + count);
  }

  async #timesIn(folder: string, names: readonly string[]): Promise<ReadonlyMap<string, number>> {
    const found = await lstat(folder, { bigint: true }).catch(() => undefined);
    if (!found) return new Map();
    const state = `${found.mtimeNs} ${found.ctimeNs} ${names.length}`;
    const known = this.#arrivals.get(folder);
    if (known?.state === state) return known.times;
    const times = new Map(await Promise.all(names.map(async (name) => [name, await arrivalOf(folder, name)] as const)));
    this.#arrivals.set(folder, { state, times });
    return times;
  }
}

/** When a version came into the folder: its publication is written once, also when it is signed again. */
const arrivalOf = async (folder: string, name: string): Promise<number> =>
  (await lstat(join(folder, name, publicationFile)).catch(() => undefined))?.mtimeMs ?? 0;
