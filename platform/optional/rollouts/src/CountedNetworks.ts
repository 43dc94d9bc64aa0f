import { createHmac, randomBytes } from 'node:crypto';
import { networkOf } from '@site/node/networkOf.ts';
import type { SharedMemory } from '@site/node/SharedMemory.ts';
import { LRUCache } from 'lru-cache';
import { rolloutLimits } from './limits.ts';

const { most, time } = rolloutLimits.countedNetworks;

/**
 * The networks whose views or reports have been counted: each counts once an hour, however many there are, and whichever server
 * takes them if they share a memory. It stores only hashes, with a key of its own, and only in memory.
 */
export class CountedNetworks {
  readonly #key = randomBytes(32);
  readonly #hashes = new LRUCache<string, true>({ max: most, ttl: time });
  readonly #shared: SharedMemory | undefined;
  readonly #what: string;

  /** @param what is counted: the same on all servers */
  constructor(shared?: SharedMemory, what = '') {
    this.#shared = shared;
    this.#what = what;
  }

  /** Counts the network of an address; returns whether this server hadn't counted it already. */
  add(address: string, topic = ''): boolean {
    const hash = createHmac('sha256', this.#key)
      .update(`${topic} ${networkOf(address)}`)
      .digest('base64url');
    if (this.#hashes.has(hash)) return false;
    this.#hashes.set(hash, true);
    return true;
  }

  /**
   * Counts the network of an address; calls back if no server had counted it already.
   *
   * @param topic for which it counts by itself
   */
  countOnce(address: string, counted: () => void, topic = ''): void {
    if (!this.add(address, topic)) return;
    const place = topic === '' ? this.#what : `${this.#what} ${topic}`;
    if (this.#shared) void this.#countWithOthers(`${place} ${networkOf(address)}`, this.#shared, counted);
    else counted();
  }

  async #countWithOthers(what: string, shared: SharedMemory, counted: () => void): Promise<void> {
    const times = await shared.count(what, time);
    // While the memory is away, each server knows only its own.
    if (times === undefined || times === 1) counted();
  }
}
