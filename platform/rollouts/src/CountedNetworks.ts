import { createHmac, randomBytes } from 'node:crypto';
import { networkOf } from '@site/http/networkOf.ts';
import { LRUCache } from 'lru-cache';
import { rolloutLimits } from './limits.ts';

const { most, time } = rolloutLimits.countedNetworks;

/**
 * The networks whose reports have been counted: each counts once an hour, however many reports it sends. It stores only hashes,
 * with a key of its own, and only in memory.
 */
export class CountedNetworks {
  readonly #key = randomBytes(32);
  readonly #hashes = new LRUCache<string, true>({ max: most, ttl: time });

  /** Counts the network of an address; returns whether it wasn't counted already. */
  add(address: string): boolean {
    const hash = createHmac('sha256', this.#key).update(networkOf(address)).digest('base64url');
    if (this.#hashes.has(hash)) return false;
    this.#hashes.set(hash, true);
    return true;
  }
}
