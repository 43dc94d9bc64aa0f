import { realpath } from 'node:fs/promises';
import { join } from 'node:path';
import type { Publication } from '@site/shared/contract/release.ts';
import { LRUCache } from 'lru-cache';
import { recordLimits } from '../limits.ts';
import { readPublication } from '../manifest.ts';
import { publicationFile } from '../names.ts';
import { readChangedFile } from './files.ts';
import type { StoredVersion } from './ReleaseStore.ts';

/**
 * How the versions in a folder were published. That doesn't change: of a version that is known, a process looks at the times of the
 * file, and reads nothing.
 */
export class Publications {
  readonly #folder: string;
  readonly #known = new LRUCache<string, { readonly state: string; readonly publication: Publication }>({
    max: recordLimits.publications,
  });

  readonly #readChanged: typeof readChangedFile;

  constructor(folder: string, readChanged = readChangedFile) {
    this.#folder = folder;
    this.#readChanged = readChanged;
  }

  /**
   * Versions with what is known of their publication, as far as it can be read.
   *
   * @param versions names of folders, none of them links
   */
  async of(app: string, versions: readonly string[]): Promise<readonly StoredVersion[]> {
    const folder = join(this.#folder, app);
    const isPlain = await isWithin(this.#folder, app).catch(() => false);
    return await Promise.all(
      versions.map(async (version) => ({
        version,
        ...(isPlain ? await this.#read(join(folder, version, publicationFile)) : unknown),
      })),
    );
  }

  async #read(file: string): Promise<Publication> {
    const known = this.#known.get(file);
    const found = await this.#readChanged(file, recordLimits.publication, known?.state).catch(() => undefined);
    if (found === 'unchanged') return known?.publication ?? unknown;
    const publication = readPublication(found?.content.toString('utf8') ?? '');
    if (found?.state !== undefined) this.#known.set(file, { state: found.state, publication });
    return publication;
  }
}

/** Whether a folder is in another one, which may itself be behind a link, and is no link. */
const isWithin = async (folder: string, name: string): Promise<boolean> =>
  (await realpath(join(folder, name))) === join(await realpath(folder), name);

const unknown = readPublication('');
