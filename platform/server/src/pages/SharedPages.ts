import type { SharedMemory } from '@site/node/SharedMemory.ts';
import { serverLimits } from '../limits.ts';
import { type GoodPage, isWritten, readStored, storedText, type WrittenPage } from './storedPage.ts';

/** The last good pages that servers share, so that a new server has some from the start. */
export class SharedPages {
  readonly #memory: SharedMemory;
  readonly #origin: () => string;
  readonly #written = new Map<string, WrittenPage>();

  constructor(memory: SharedMemory, origin: () => string) {
    this.#memory = memory;
    this.#origin = origin;
  }

  /** Shares a page; returns whether it is shared. */
  async write(key: string, hash: string, good: GoodPage): Promise<boolean> {
    const { goodAt } = good;
    if (isWritten(this.#written.get(key), { hash, goodAt })) return true;
    const isKept = await this.#memory.set(placeOf(key), storedText(key, this.#origin(), good), serverLimits.stale.age);
    if (isKept) this.#written.set(key, { hash, goodAt });
    return isKept;
  }

  async read(key: string): Promise<GoodPage | undefined> {
    const text = await this.#memory.get(placeOf(key));
    if (text === undefined) return undefined;
    try {
      return readStored(text, key, this.#origin());
    } catch {
      return undefined;
    }
  }

  /** Forgets what is in the shared memory: the next `write` of each page writes it again. */
  forget(): void {
    this.#written.clear();
  }
}

const placeOf = (key: string): string => `page ${key}`;
