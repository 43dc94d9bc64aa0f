import { type Part, unread } from '@site/releases/reading/sheetParts.ts';
import { LRUCache } from 'lru-cache';
import { rendererLimits } from '../limits.ts';
import type { StyleSheet } from './documentHead.ts';
import { sha256, sharedSha256 } from './hashes.ts';
import { usedStyles } from './usedStyles.ts';

const remembered = new LRUCache<string, readonly string[]>({
  maxSize: rendererLimits.rememberedStyles,
  sizeCalculation: (sheets, key) => sheets.reduce((sum, { length }) => sum + length, key.length),
});

/** Parts of style sheets by their JSON: as objects they need many times its memory, so those that are rarely shown are forgotten. */
const known = new LRUCache<string, readonly Part[]>({
  maxSize: rendererLimits.rememberedParts,
  sizeCalculation: (_, json) => json.length,
});

function partsOf({ text = '', parts: json }: StyleSheet): readonly Part[] {
  if (json === undefined) return [unread(text)];
  const parts = known.get(json) ?? (JSON.parse(json) as readonly Part[]);
  known.set(json, parts);
  return parts;
}

/**
 * As `usedStyles`, which is most of the server's own work for a page. When something changes, such as the news, every page is
 * rendered again, and nearly all are what they were before.
 */
export function rememberedStyles(sheets: readonly StyleSheet[], html: string): readonly string[] {
  const key = [...sheets.map(({ text = '' }) => sharedSha256(text)), sha256(html)].join();
  const used = remembered.get(key) ?? usedStyles(sheets.map(partsOf), html);
  remembered.set(key, used);
  return used;
}
