import { LRUCache } from 'lru-cache';
import { rendererLimits } from '../limits.ts';
import { sha256, sharedSha256 } from './hashes.ts';
import { usedStyles } from './usedStyles.ts';

const remembered = new LRUCache<string, readonly string[]>({
  maxSize: rendererLimits.rememberedStyles,
  sizeCalculation: (sheets, key) => sheets.reduce((sum, { length }) => sum + length, key.length),
});

/**
 * As `usedStyles`, which is most of the server's own work for a page. When something changes, such as the news, every page is
 * rendered again, and nearly all are what they were before.
 */
export function rememberedStyles(texts: readonly string[], html: string): readonly string[] {
  const key = [...texts.map(sharedSha256), sha256(html)].join();
  const known = remembered.get(key) ?? usedStyles(texts, html);
  remembered.set(key, known);
  return known;
}
