import type { LocalCopies } from '@site/releases/LocalCopies.ts';
import { isVersion } from '@site/releases/names.ts';
import type { Release } from '@site/releases/Release.ts';
import type { PointerEntry } from '@site/shared/contract/release.ts';

const shell = 'shell';

/** Versions that need not be live: those that somebody asks for by name, and those that open tabs still run. */
export class StoredVersions {
  readonly #copies: LocalCopies;
  readonly #remotes: readonly string[];

  constructor(copies: LocalCopies, remotes: readonly string[]) {
    this.#copies = copies;
    this.#remotes = remotes;
  }

  /** A version of a remote, whichever shell it fits: a tab runs it with the shell that it began with. */
  async find(app: string, version: string): Promise<Release | undefined> {
    if (!this.#remotes.includes(app) || !isVersion(version)) return undefined;
    return await this.#copies.get(app, version).catch(() => undefined);
  }

  /**
   * The releases that a browser file may belong to. The address of a remote's file names its version, that of a shell's doesn't.
   *
   * @param earlierShells the shells that tabs may run
   */
  async ownersOf(path: string, earlierShells: readonly PointerEntry[]): Promise<readonly Release[]> {
    const [, , app = '', version = ''] = path.split('/');
    if (app !== shell) {
      const found = await this.find(app, version);
      return found ? [found] : [];
    }
    const copies = await Promise.allSettled(earlierShells.map((entry) => this.#copies.get(shell, entry.version)));
    return copies.flatMap((copy) => (copy.status === 'fulfilled' ? [copy.value] : []));
  }
}
