import { hash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import { rendererLimits } from '../limits.ts';
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
  const key = [...texts.map(hashOfSheet), hashOf(html)].join();
  const known = remembered.get(key) ?? usedStyles(texts, html);
  remembered.set(key, known);
  return known;
}

const sheetHashes = new LRUCache<string, string>({ max: rendererLimits.rememberedHashes });

/** Every page has the same few style sheets. */
function hashOfSheet(text: string): string {
  const known = sheetHashes.get(text) ?? hashOf(text);
  sheetHashes.set(text, known);
  return known;
}

const hashOf = (text: string): string => hash('sha256', text, 'base64');
