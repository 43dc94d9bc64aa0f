import { type Pauses, pauseAfter } from './pause.ts';

/** How long to leave something alone that has failed: longer with each failure in a row. Times are in milliseconds. */
export class Rest {
  readonly #pauses: Pauses;
  #failures = 0;
  #begun = Number.NEGATIVE_INFINITY;
  #ends = Number.NEGATIVE_INFINITY;

  constructor(pauses: Pauses) {
    this.#pauses = pauses;
  }

  /** How much of the rest is left. */
  left(): number {
    return Math.max(0, this.#ends - performance.now());
  }

  /**
   * A try has failed. Those that were made at the same time and fail one after the other are one failure.
   *
   * @param tried when it was made, by `performance.now()`
   */
  failed(tried: number): void {
    if (tried < this.#begun) return;
    this.#failures += 1;
    this.#begun = performance.now();
    this.#ends = this.#begun + pauseAfter(this.#failures, this.#pauses);
  }

  /** A try went well: there is nothing to rest from. */
  over(): void {
    this.#failures = 0;
    this.#ends = Number.NEGATIVE_INFINITY;
  }
}
