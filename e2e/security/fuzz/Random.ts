/** Chances that are the same for the same seed (mulberry32), so that a run that failed can be run again. */
export class Random {
  #state: number;

  constructor(seed: number) {
    this.#state = seed >>> 0;
  }

  /** From 0 up to, and without, 1. */
  next(): number {
    this.#state = (this.#state + 0x6d2b79f5) >>> 0;
    const mixed = Math.imul(this.#state ^ (this.#state >>> 15), this.#state | 1);
    const again = mixed ^ (mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61));
    return ((again ^ (again >>> 14)) >>> 0) / 2 ** 32;
  }

  /** A whole number below `end`. */
  below(end: number): number {
    return Math.floor(this.next() * end);
  }

  pick<Item>(items: readonly [Item, ...Item[]]): Item {
    return items[this.below(items.length)] ?? items[0];
  }

  /** Several of the items, possibly none, in their order. */
  some<Item>(items: readonly Item[], chance = 0.3): Item[] {
    return items.filter(() => this.next() < chance);
  }

  /** Bytes as characters, of which most are no text in UTF-8. */
  bytes(length: number): string {
    return Array.from({ length }, () => String.fromCharCode(128 + this.below(128))).join('');
  }
}
