/** How many bytes of changed files one look at a store works on. One file always fits: it may be larger than the rest. */
export class Budget {
  #left: number;

  constructor(bytes: number) {
    this.#left = bytes;
  }

  /** Whether nothing more is worked on. */
  get isSpent(): boolean {
    return this.#left <= 0;
  }

  /** Takes what a file needs; false when the budget is spent. */
  takes(bytes: number): boolean {
    if (this.isSpent) return false;
    this.#left -= bytes;
    return true;
  }
}
