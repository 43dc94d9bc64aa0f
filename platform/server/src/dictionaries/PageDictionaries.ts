import type { IncomingHttpHeaders } from 'node:http';
import { etagOfHash } from '@site/node/conditionalGet.ts';
import { LRUCache } from 'lru-cache';
import { serverLimits } from '../limits.ts';
import { type CachedPage, type PageResponse, responseIn } from '../pages/CachedPage.ts';
import { compressWith, dictionaryOf } from './dcz.ts';

/** Headers of pages that browsers may use as a dictionary for the next one, while `sharedCaching` lets them keep it. */
export const pageDictionary = {
  'use-as-dictionary': 'match="/*", match-dest=("document")',
  vary: 'accept-encoding, accept-language, available-dictionary',
};

/** Compresses quickly: a visitor waits. The best level takes 50 times as long for bodies a twentieth smaller. */
const level = 9;

interface Asked {
  readonly page: CachedPage;
  readonly hash: string;
}

/** What differs between pages: a browser completes it with the page that it has seen before. Pages are the same for everyone. */
export class PageDictionaries {
  /** Documents that browsers may have, by their hash. */
  readonly #documents = new LRUCache<string, Buffer>({
    maxSize: serverLimits.dictionaries.documents,
    sizeCalculation: ({ length }) => length,
  });
  readonly #bodies = new LRUCache<string, Buffer, Asked>({
    maxSize: serverLimits.dictionaries.bodies,
    sizeCalculation: ({ length }) => length,
    fetchMethod: async (_key, _stale, { context }) => await this.#compress(context),
  });
  #compressions = 0;

  /** Records a page that browsers will have. */
  keep({ hash, html }: CachedPage): void {
    this.#documents.set(hash, html);
  }

  /** The page for a browser that has another one; undefined if that one isn't known, or too many others are compressed now. */
  async answer(page: CachedPage, headers: IncomingHttpHeaders): Promise<PageResponse | undefined> {
    const hash = dictionaryOf(headers);
    if (hash === undefined || page.status !== 200 || !this.#documents.has(hash)) return undefined;
    const key = `${hash} ${page.hash}`;
    if (!this.#bodies.has(key) && this.#compressions >= serverLimits.dictionaries.compressions) return undefined;
    const body = await this.#bodies.fetch(key, { context: { page, hash } });
    // Weak: there is a body for each dictionary.
    return body && responseIn(page, { etag: `W/${etagOfHash(page.hash)}`, 'content-encoding': 'dcz' }, body);
  }

  async #compress({ page, hash }: Asked): Promise<Buffer | undefined> {
    const dictionary = this.#documents.get(hash);
    if (!dictionary) return undefined;
    this.#compressions += 1;
    try {
      return await compressWith({ dictionary, hash, level }, page.html);
    } finally {
      this.#compressions -= 1;
    }
  }
}
