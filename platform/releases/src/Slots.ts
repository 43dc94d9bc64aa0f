/** Runs a limited number of tasks at a time; the others wait in the order in which they came. */
export class Slots {
  readonly #waiting: (() => void)[] = [];
  #free: number;

  constructor(count: number) {
    this.#free = count;
  }

  async run<Result>(task: () => Promise<Result>): Promise<Result> {
    if (this.#free > 0) this.#free -= 1;
    else await new Promise<void>((resolve) => this.#waiting.push(resolve));
    try {
      return await task();
    } finally {
      // The slot passes directly to the next task, so none can jump the queue.
      const next = this.#waiting.shift();
      if (next) next();
      else this.#free += 1;
    }
  }
}
