/** How many bytes of changed files one look at a store works on. One file always fits: it may be larger than the rest. */
export class Budget {
  #left: number;
  readonly #late = new Set<string>();

  constructor(bytes: number) {
    this.#left = bytes;
  }

  /** Whether a file had to wait for the next look. */
  isLate(path: string): boolean {
    return this.#late.has(path);
  }

  /** Whether a file has to wait now. */
  isSpent(path: string): boolean {
    if (this.#left > 0) return false;
    this.#late.add(path);
    return true;
  }

  /** Takes what a file needs; false when it has to wait. */
  takes(path: string, bytes: number): boolean {
    if (this.isSpent(path)) return false;
    this.#left -= bytes;
    return true;
  }
}
