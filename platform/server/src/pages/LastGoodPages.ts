import { readdir, readFile, rm, stat, utimes } from 'node:fs/promises';
import { basename, join } from 'node:path';
import type { SharedMemory } from '@site/node/SharedMemory.ts';
import { integrityOf } from '@site/releases/integrity.ts';
import { writeAtomically } from '@site/releases/store/files.ts';
import { hasParams, type PageUrl } from '@site/shared/routes/path.ts';
import type { FastifyBaseLogger } from 'fastify';
import { LRUCache } from 'lru-cache';
import { serverLimits } from '../limits.ts';
import { type CachedPage, makePage, mostBytesOf } from './CachedPage.ts';
import { cdnHeaders, noStore } from './headers.ts';
import { SharedPages } from './SharedPages.ts';
import { type GoodPage, isWritten, readStored, storedText, type WrittenPage } from './storedPage.ts';

/** What `LastGoodPages` needs of the server. */
export interface LastGoodPagesOptions {
  /** Where pages outlive a restart; undefined to keep them in memory only. */
  readonly folder: string | undefined;
  /** The origin of the site, which pages contain. */
  readonly origin: () => string;
  readonly log: Pick<FastifyBaseLogger, 'warn'>;
  /** What several servers share, if they do. */
  readonly shared?: SharedMemory | undefined;
}

/** Whether a page is also kept outside of the memory: only the route table's pages, which are few and the same for everyone. */
const outlivesServer = ({ url, path, match }: PageUrl): boolean =>
  match !== undefined && url === path && !hasParams(match.route, match.language);

/**
 * The last good version of each page, for when it can't be rendered: its remote, its API or the shell fails. Failures never
 * replace one. The pages of the route table are also written to disk and to the shared memory, in the background.
 */
export class LastGoodPages {
  readonly #options: LastGoodPagesOptions;
  readonly #shared: SharedPages | undefined;
  /** The addresses of the pages to write. */
  readonly #kept = new Set<string>();
  readonly #pages = new LRUCache<string, GoodPage>({
    max: serverLimits.cachedPages.pages,
    maxSize: serverLimits.cachedPages.bytes,
    sizeCalculation: ({ page }) => mostBytesOf(page),
  });
  /** What each page's file contains. */
  readonly #written = new Map<string, WrittenPage>();
  #timer: NodeJS.Timeout | undefined;
  readonly #rewriting: NodeJS.Timeout | undefined;
  #writing = Promise.resolve();

  constructor(options: LastGoodPagesOptions) {
    this.#options = options;
    const { folder, shared, origin } = options;
    if (folder === undefined) return;
    // A page that is served from the cache is good for longer than when it was written.
    this.#rewriting = setInterval(() => void this.flush(), serverLimits.stale.rewrite).unref();
    this.#shared = shared && new SharedPages(shared, origin);
    shared?.whenEmpty(() => {
      this.#shared?.forget();
      void this.flush();
    });
  }

  /**
   * Keeps a page that is good now.
   *
   * @param begun when its rendering began, by `performance.now()`
   * @returns undefined if a rendering that began later was kept before: it shows a later state
   */
  keep(address: PageUrl, page: CachedPage, begun = performance.now()): GoodPage | undefined {
    const key = address.url;
    const before = this.#pages.peek(key);
    if (before && before.begun > begun) return undefined;
    const good = { page, goodAt: Date.now(), begun };
    this.#pages.set(key, good);
    if (this.#options.folder !== undefined && outlivesServer(address)) {
      this.#kept.add(key);
      this.#flushIn(serverLimits.stale.write);
    }
    return good;
  }

  /** The last good version of a page, marked as stale; undefined when there is none, or it is too old. */
  async find(key: string): Promise<CachedPage | undefined> {
    const good = this.#pages.get(key) ?? (await this.#fetch(key));
    const age = good && Date.now() - good.goodAt;
    return good && age !== undefined && age < serverLimits.stale.age ? markStale(good.page, age) : undefined;
  }

  /** Writes what is not on disk yet, one page at a time. A failing write must not disturb a visitor. */
  async flush(): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    const { folder, log } = this.#options;
    if (folder === undefined) return;
    this.#writing = this.#writing.then(async () => {
      try {
        for (const key of this.#kept) {
          const good = this.#pages.peek(key);
          if (!good) continue;
          const { hash } = good.page;
          // The disk may be full.
          if ((await this.#shared?.write(key, hash, good)) === false) this.#flushIn(serverLimits.stale.share);
          await this.#write(folder, key, hash, good);
        }
        await this.#prune(folder);
      } catch (error) {
        log.warn(error, 'The last good pages could not be written for the next start.');
      }
    });
    await this.#writing;
  }

  #flushIn(time: number): void {
    this.#timer ??= setTimeout(() => void this.flush(), time).unref();
  }

  /** Writes everything for the next start. */
  async close(): Promise<void> {
    clearInterval(this.#rewriting);
    await this.flush();
  }

  async #write(folder: string, key: string, hash: string, good: GoodPage): Promise<void> {
    const { goodAt } = good;
    if (isWritten(this.#written.get(key), { hash, goodAt })) return;
    this.#written.set(key, { hash, goodAt });
    const text = storedText(key, this.#options.origin(), good);
    await writeAtomically(fileOf(folder, key), `${integrityOf(text)}\n${text}`);
  }

  /** Removes pages that are too old to be shown, and the least recently used ones beyond the limit of bytes on disk. */
  async #prune(folder: string): Promise<void> {
    let room = serverLimits.stale.disk;
    for (const { file, size, usedAt } of await filesIn(folder)) {
      room -= size;
      if (room >= 0 && Date.now() - usedAt < serverLimits.stale.age) continue;
      await rm(file, { force: true });
      this.#forget(file);
    }
  }

  /** A page whose file is gone is written again when it is good again. */
  #forget(file: string): void {
    for (const key of this.#written.keys()) {
      if (fileOf('', key) !== basename(file)) continue;
      this.#written.delete(key);
      this.#kept.delete(key);
    }
  }

  /** Fetches a page that isn't in memory, unless it is kept meanwhile. */
  async #fetch(key: string): Promise<GoodPage | undefined> {
    const found = (await this.#read(key)) ?? (await this.#shared?.read(key));
    const kept = this.#pages.get(key);
    if (kept) return kept;
    if (found) this.#pages.set(key, found);
    return found;
  }

  /** Reads a page from disk. One that is damaged, or was made for another origin, counts as missing. */
  async #read(key: string): Promise<GoodPage | undefined> {
    const { folder, origin } = this.#options;
    if (folder === undefined) return undefined;
    try {
      const file = await readFile(fileOf(folder, key), 'utf8');
      const [integrity = '', text = ''] = file.split('\n');
      if (integrity !== integrityOf(text)) return undefined;
      const good = readStored(text, key, origin());
      // Marks the page as used, so that others are removed first.
      await utimes(fileOf(folder, key), new Date(), new Date()).catch(() => {});
      return good;
    } catch {
      return undefined;
    }
  }
}

/** Whether a page is the stale one in place of a failure. */
export const isStale = ({ headers }: CachedPage): boolean => headers['cache-status'] !== undefined;

interface PageFile {
  readonly file: string;
  readonly size: number;
  /** When it was last written, or shown after a restart. An unchanged page is written again from time to time. */
  readonly usedAt: number;
}

/** The files on disk, most recently used first, including those that killed processes left half written. */
async function filesIn(folder: string): Promise<readonly PageFile[]> {
  const names = await readdir(folder).catch(() => []);
  const files = names.map(async (name): Promise<PageFile[]> => {
    const file = join(folder, name);
    const found = await stat(file).catch(() => undefined);
    return found?.isFile() ? [{ file, size: found.size, usedAt: found.mtimeMs }] : [];
  });
  return (await Promise.all(files)).flat().sort((a, b) => b.usedAt - a.usedAt);
}

const fileOf = (folder: string, key: string): string => join(folder, `${encodeURIComponent(key)}.json`);

const isOfCdn: ReadonlySet<string> = new Set(cdnHeaders);

/** A copy of a page with its age (RFC 9111) and how it came about (RFC 9211); no cache may keep it. */
function markStale({ status, headers, html }: CachedPage, age: number): CachedPage {
  const seconds = String(Math.ceil(age / 1000));
  const staleHeaders = {
    ...noStore,
    age: seconds,
    'cache-status': `site; hit; ttl=-${seconds}; detail=stale-if-error`,
  };
  const own = Object.fromEntries(Object.entries(headers).filter(([name]) => !isOfCdn.has(name)));
  return makePage(status, { ...own, ...staleHeaders }, html);
}
