import { promisify } from 'node:util';
import { brotliCompress, constants } from 'node:zlib';
import { limits } from '../limits.ts';
import { type CachedPage, replaceForm } from './CachedPage.ts';

const toBrotli = promisify(brotliCompress);

let last = Promise.resolve();

/**
 * Compresses a page as well as can be once it has lasted for a while: about a tenth smaller than what is made while a
 * visitor waits. One page after the other, in a thread of its own, so that nobody waits for it.
 *
 * @param isKept whether the page is still what visitors get
 */
export function compactLater(page: CachedPage, isKept: () => boolean): void {
  const begin = () => {
    last = last.then(() => (isKept() ? compact(page) : undefined));
  };
  setTimeout(begin, limits.pageCompaction).unref();
}

/** Compresses a page as well as can be. */
export async function compact(page: CachedPage): Promise<void> {
  const params = {
    [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
    [constants.BROTLI_PARAM_SIZE_HINT]: page.html.length,
  };
  replaceForm(page, 'br', await toBrotli(page.html, { params }));
}
