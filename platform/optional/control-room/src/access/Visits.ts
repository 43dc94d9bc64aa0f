import { createHash, randomBytes } from 'node:crypto';
import type { Reader, Trust } from '@site/releases/signing/Trust.ts';
import { LRUCache } from 'lru-cache';
import { roomLimits as limits } from '../limits.ts';

/**
 * Who may be in the room: holders of a trusted key. A link lets one in, once; a visit ends by itself, or as soon as its key isn't trusted
 * any more. All of it is in memory, by hashes: a restart ends every visit, and nobody can read a visit from the memory's dump.
 */
export class Visits {
  readonly #trust: Pick<Trust, 'readerOf'>;
  readonly #links = new LRUCache<string, string>({ max: limits.links });
  readonly #visits = new LRUCache<string, string>({ max: limits.visits, ttl: limits.visit });

  readonly #onInvited: () => void;

  /** @param onInvited called when somebody will come soon */
  constructor(trust: Pick<Trust, 'readerOf'>, onInvited: () => void) {
    this.#trust = trust;
    this.#onInvited = onInvited;
  }

  /** Makes the secret of a link, which lets the holder of a key in once. */
  invite(publicKey: string, life: number = limits.link): string {
    const secret = newSecret();
    this.#links.set(hashOf(secret), publicKey, { ttl: life });
    this.#onInvited();
    return secret;
  }

  /** Who a link lets in; undefined when it was used, is too old, or its key isn't trusted. */
  invited(secret: string): Reader | undefined {
    const key = this.#links.get(hashOf(secret));
    return key === undefined ? undefined : this.#trust.readerOf(key);
  }

  /** Uses a link up; returns the secret of a visit, or nothing when the link lets nobody in. */
  enter(secret: string): string | undefined {
    const hash = hashOf(secret);
    const key = this.#links.get(hash);
    this.#links.delete(hash);
    if (key === undefined || !this.#trust.readerOf(key)) return undefined;
    const visit = newSecret();
    this.#visits.set(hashOf(visit), key);
    return visit;
  }

  /** Who has come with the secret of a visit; undefined when nobody may. */
  visitor(secret: string | undefined): Reader | undefined {
    const key = secret === undefined ? undefined : this.#visits.get(hashOf(secret));
    return key === undefined ? undefined : this.#trust.readerOf(key);
  }

  leave(secret: string | undefined): void {
    if (secret !== undefined) this.#visits.delete(hashOf(secret));
  }
}

const newSecret = (): string => randomBytes(32).toString('base64url');

const hashOf = (secret: string): string => createHash('sha256').update(secret).digest('base64');
