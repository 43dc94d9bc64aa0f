import type { ReleaseSource } from '@site/releases/Release.ts';
import type { PageCircuitBreakers } from '@site/renderer/views/PageCircuitBreakers.ts';
import { LRUCache } from 'lru-cache';
import type { ApiBackend } from '../api/ApiBackend.ts';
import { serverLimits } from '../limits.ts';
import { type CachedPage, mostBytesOf } from './CachedPage.ts';
import type { GoodPage } from './storedPage.ts';

/** A page in memory. */
export interface CacheEntry {
  readonly page: CachedPage;
  /** The remote that it is of; undefined for pages of the shell. */
  readonly remote?: string | undefined;
  /** The state that the page was rendered from. */
  readonly state: string;
  /** The same page as the last good one; absent when it is a failure, or the stale page in its place. */
  readonly good?: GoodPage | undefined;
}

/** How long a page is cached, and where. */
interface Keeping {
  /** In milliseconds; default: until it is replaced. */
  readonly lifetime?: number | undefined;
  /** Whether its address has free values: such pages push out no others. */
  readonly isFree?: boolean | undefined;
}

const pagesWithin = ({ pages, bytes }: { readonly pages: number; readonly bytes: number }) =>
  new LRUCache<string, CacheEntry>({
    max: pages,
    maxSize: bytes,
    sizeCalculation: ({ page }) => mostBytesOf(page),
  });

/** The most recently used pages by address, limited in number and in bytes, since teams decide how large a page is. */
export class PageCache {
  readonly #entries = pagesWithin(serverLimits.cachedPages);
  readonly #free = pagesWithin(serverLimits.freePages);

  /** The page at an address with the state that it was rendered from, perhaps out of date. */
  find(key: string): CacheEntry | undefined {
    return this.#entries.get(key) ?? this.#free.get(key);
  }

  /** The page that was rendered from the given state, if there is one. */
  get(key: string, state: string): CachedPage | undefined {
    const entry = this.find(key);
    if (entry?.state !== state) return undefined;
    if (entry.good) entry.good.goodAt = Date.now();
    return entry.page;
  }

  /** Whether this very page is cached. */
  holds(key: string, page: CachedPage): boolean {
    return (this.#entries.peek(key) ?? this.#free.peek(key))?.page === page;
  }

  /** Caches a page; the least recently used ones make room for it. */
  set(key: string, entry: CacheEntry, { lifetime, isFree }: Keeping = {}): void {
    const [pages, others] = isFree ? [this.#free, this.#entries] : [this.#entries, this.#free];
    others.delete(key);
    pages.set(key, entry, lifetime === undefined ? {} : { ttl: lifetime });
  }
}

/** What the state of the content is read from. */
export interface StateSources {
  readonly releases: Pick<ReleaseSource, 'current'>;
  readonly api: Pick<ApiBackend, 'newsState'>;
  readonly circuitBreakers: Pick<PageCircuitBreakers, 'state'>;
}

/** What rendered pages depend on besides their address. A page rendered from another state is out of date. */
export class ContentState {
  readonly #sources: StateSources;
  #news = '';
  #newsCheckedAt = Number.NEGATIVE_INFINITY;
  /** The check that is running, which all current requests wait for. */
  #checking: { readonly since: number; readonly state: Promise<string> } | undefined;
  #known: readonly string[] = [];
  #state = '';

  constructor(sources: StateSources) {
    this.#sources = sources;
  }

  /** The state now; undefined when the news haven't been checked for `serverLimits.newsCheck`. */
  get known(): string | undefined {
    return performance.now() - this.#newsCheckedAt < serverLimits.newsCheck ? this.#describe() : undefined;
  }

  /** The state of the news when it was last checked. */
  get news(): string {
    return this.#news;
  }

  /** The state now, after asking the API whether the news has changed. */
  check(): Promise<string> {
    const now = performance.now();
    if (this.#checking && now - this.#checking.since < serverLimits.newsCheck) return this.#checking.state;
    const checking = { since: now, state: this.#check(now).finally(() => this.#forget(checking)) };
    this.#checking = checking;
    return checking.state;
  }

  async #check(askedAt: number): Promise<string> {
    this.#news = await this.#sources.api.newsState();
    this.#newsCheckedAt = askedAt;
    return this.#describe();
  }

  #forget(check: { readonly since: number }): void {
    if (this.#checking === check) this.#checking = undefined;
  }

  /** Reads the releases at the same moment as rendering does, so no page is cached under other releases. */
  #describe(): string {
    const { releases, circuitBreakers } = this.#sources;
    const [signature, failures] = [releases.current().signature, circuitBreakers.state];
    const [knownSignature, knownNews, knownFailures] = this.#known;
    if (signature !== knownSignature || this.#news !== knownNews || failures !== knownFailures) {
      // Compared at every request: comparing a string with itself is faster than with an equal one.
      this.#known = [signature, this.#news, failures];
      this.#state = this.#known.join(' ');
    }
    return this.#state;
  }
}
