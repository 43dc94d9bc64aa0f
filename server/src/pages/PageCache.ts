import type { CachedPage } from './CachedPage.ts';

interface Entry {
  readonly page: CachedPage;
  /** What the page was rendered from. */
  readonly state: string;
  /** The turn in which it was last asked for. */
  used: number;
}

const maxPages = 500;

/** Rendered pages by path, the most recently used ones. */
export class PageCache {
  readonly #entries = new Map<string, Entry>();
  #turn = 0;

  /** Whether there is a page, perhaps out of date. */
  has(path: string): boolean {
    return this.#entries.has(path);
  }

  /** A page that was rendered from the given state, if there is one. */
  get(path: string, state: string): CachedPage | undefined {
    const entry = this.#entries.get(path);
    if (entry?.state !== state) return undefined;
    entry.used = ++this.#turn;
    return entry.page;
  }

  /** Whether it is this page that is kept at an address. */
  holds(path: string, page: CachedPage): boolean {
    return this.#entries.get(path)?.page === page;
  }

  /** Keeps a page, in the place of the one used longest ago when there are too many. */
  set(path: string, state: string, page: CachedPage): void {
    this.#entries.set(path, { page, state, used: ++this.#turn });
    if (this.#entries.size > maxPages) this.#dropOldest();
  }

  /** Drops a page, unless there is another one in its place. */
  drop(path: string, page: CachedPage): void {
    if (this.holds(path, page)) this.#entries.delete(path);
  }

  #dropOldest(): void {
    let [oldest] = this.#entries;
    for (const entry of this.#entries) if (oldest && entry[1].used < oldest[1].used) oldest = entry;
    if (oldest) this.#entries.delete(oldest[0]);
  }
}
