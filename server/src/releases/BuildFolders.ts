import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { Release } from '@site/releases/Release.ts';
import { OperatorError } from '@site/shared/contract/OperatorError.ts';
import { manifestFile, type ReleaseManifest } from '@site/shared/contract/release.ts';
import { remoteNames } from '@site/shared/routes/table.ts';
import {
  assetIn,
  type ReleaseAsset,
  type ReleaseSet,
  type ReleaseSource,
  releasesOf,
  signatureOf,
} from './ReleaseSource.ts';

/**
 * Apps as they stand in build folders, for development: what is built or removed there shows at the next look.
 * An app that is in several folders is taken from the first of them.
 */
export class BuildFolders implements ReleaseSource {
  readonly #folders: readonly string[];
  readonly #known = new Map<string, { readonly changed: number; readonly release: Release }>();
  #current: ReleaseSet | undefined;

  constructor(...folders: readonly string[]) {
    this.#folders = folders;
  }

  /** @throws {OperatorError} SITE-BUILD when the shell has not been built */
  current(): ReleaseSet {
    const apps = new Map(this.#folders.toReversed().flatMap((folder) => this.#readAll(folder)));
    const shell = apps.get('shell') ?? this.#current?.shell;
    if (!shell)
      throw new OperatorError('SITE-BUILD', `There is no shell in ${this.#folders.join(', ')}. Run: npm run build`);
    apps.delete('shell');
    const remotes = new Map([...apps].map(([name, release]) => [name, [release]]));
    const signature = signatureOf(shell, remotes);
    if (signature !== this.#current?.signature) {
      const gone = remoteNames.filter((name) => !remotes.has(name));
      this.#current = { shell, remotes, unreachable: new Map(), gone, signature };
    }
    return this.#current;
  }

  liveSince({ folder }: Release): Date | undefined {
    return statSync(join(folder, manifestFile), { throwIfNoEntry: false })?.mtime;
  }

  async find(app: string, version: string): Promise<Release | undefined> {
    return releasesOf(this.current()).find(({ manifest }) => manifest.name === app && manifest.version === version);
  }

  async asset(path: string): Promise<ReleaseAsset | undefined> {
    return assetIn(path, releasesOf(this.current()));
  }

  reportFault(): void {
    // A developer sees it in the log; there is no list of releases.
  }

  clearFault(): void {
    // As above.
  }

  close(): void {
    // Nothing is watched between looks.
  }

  #readAll(folder: string): [string, Release][] {
    return namesIn(folder).flatMap((name) => this.#read(name, join(folder, name)));
  }

  #read(name: string, folder: string): [string, Release][] {
    const file = join(folder, manifestFile);
    try {
      const changed = statSync(file).mtimeMs;
      const known = this.#known.get(folder);
      if (known?.changed === changed) return [[name, known.release]];
      const manifest = JSON.parse(readFileSync(file, 'utf8')) as ReleaseManifest;
      const release = { manifest, folder };
      this.#known.set(folder, { changed, release });
      return [[name, release]];
    } catch {
      // Half built, or removed: as good as not there.
      return [];
    }
  }
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder).sort();
  } catch {
    return [];
  }
}
