/** How many bytes of changed files one look at a store works on. One file always fits: it may be larger than the rest. */
export class Budget {
  #left: number;
  #late: string | undefined;

  constructor(bytes: number) {
    this.#left = bytes;
  }

  /** The first file that has to wait for the next look. */
  get late(): string | undefined {
    return this.#late;
  }

  /** Whether a file has to wait. */
  isSpent(path: string): boolean {
    if (this.#left > 0) return false;
    this.#late ??= path;
    return true;
  }

  /** Takes what a file needs; false when it has to wait. */
  takes(path: string, bytes: number): boolean {
    if (this.isSpent(path)) return false;
    this.#left -= bytes;
    return true;
  }
}
