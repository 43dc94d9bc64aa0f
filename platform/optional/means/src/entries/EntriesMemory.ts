import type { SiteRoutes } from '@site/shared/routes/composeTable.ts';
import { meansLimits } from '../limits.ts';

/** Counts what the entries of pages take in memory, so that no remote takes more than its share of what there is for all. */
export class EntriesMemory {
  readonly #pages = new Map<string, { readonly remote: string; bytes: number }>();
  readonly #remotes = new Map<string, number>();

  /** How many bytes each remote may have: what there is for all is shared by those that list entries. */
  static shareOf({ pages }: SiteRoutes): number {
    const listing = Object.values(pages).flatMap(({ entries, remote }) => (entries ? [remote] : []));
    const { ofRemote, ofAll } = meansLimits.entries.memory;
    return Math.min(ofRemote, Math.floor(ofAll / Math.max(1, new Set(listing).size)));
  }

  /** Begins to count a page's entries anew. */
  begin(page: string, remote: string): void {
    this.remove(page);
    this.#pages.set(page, { remote, bytes: 0 });
  }

  /** Forgets a page. */
  remove(page: string): void {
    const { remote = '', bytes = 0 } = this.#pages.get(page) ?? {};
    const left = (this.#remotes.get(remote) ?? 0) - bytes;
    if (left > 0) this.#remotes.set(remote, left);
    else this.#remotes.delete(remote);
    this.#pages.delete(page);
  }

  /** Counts an entry of a page, if it fits into its remote's share. */
  takes(name: string, bytes: number, share: number): boolean {
    const page = this.#pages.get(name);
    if (!page) return false;
    const all = (this.#remotes.get(page.remote) ?? 0) + bytes;
    if (all > share) return false;
    page.bytes += bytes;
    this.#remotes.set(page.remote, all);
    return true;
  }
}
