import { hash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import { rendererLimits } from '../limits.ts';

/** The SHA-256 of a text, in base64. */
export const sha256 = (text: string): string => hash('sha256', text, 'base64');

const remembered = new LRUCache<string, string>({ max: rendererLimits.rememberedHashes });

/** As `sha256`, of one of the few texts that many documents have in common: each is hashed once. */
export function sharedSha256(text: string): string {
  const known = remembered.get(text) ?? sha256(text);
  remembered.set(text, known);
  return known;
}
