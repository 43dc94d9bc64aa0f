/** What happens at a moment of a simulation. */
interface Event {
  readonly at: number;
  readonly run: () => void;
}

/** The clock of a simulation: it jumps from event to event. Times are in milliseconds. */
export class Clock {
  now = 0;
  /** A binary heap: none is earlier than the one at half its index. */
  readonly #events: Event[] = [];

  /** Lets something happen after a delay. */
  after(delay: number, run: () => void): void {
    const event = { at: this.now + delay, run };
    let index = this.#events.length;
    for (let parent = (index - 1) >> 1; index > 0; parent = (index - 1) >> 1) {
      const above = this.#events[parent];
      if (!above || above.at <= event.at) break;
      this.#events[index] = above;
      index = parent;
    }
    this.#events[index] = event;
  }

  /** Runs until a moment, or until there is nothing left to wait for. */
  runUntil(end: number, isDone: () => boolean = () => false): void {
    while (!isDone() && (this.#events[0]?.at ?? Number.POSITIVE_INFINITY) <= end) {
      const next = this.#takeFirst();
      if (!next) return;
      this.now = next.at;
      next.run();
    }
  }

  #takeFirst(): Event | undefined {
    const [first] = this.#events;
    const last = this.#events.pop();
    if (!last || first === last) return first;
    const events = this.#events;
    const at = (place: number) => events[place]?.at ?? Number.POSITIVE_INFINITY;
    let index = 0;
    for (;;) {
      const child = at(2 * index + 1) <= at(2 * index + 2) ? 2 * index + 1 : 2 * index + 2;
      const below = events[child];
      if (!below || below.at >= last.at) break;
      events[index] = below;
      index = child;
    }
    events[index] = last;
    return first;
  }
}
