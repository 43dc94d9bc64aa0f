/** How the delays between tries grow, in milliseconds. */
export interface Backoff {
  readonly first: number;
  readonly longest: number;
  /** After how many failures in a row the next try still begins at once; default: 0. */
  readonly free?: number;
}

/**
 * The delay after a number of failures in a row: it doubles with each, and jitter shortens it by up to a half, so that
 * not everyone tries again at the same moment.
 *
 * @param jitter from 0 to 1
 */
export function backoff(
  failures: number,
  { first, longest, free = 0 }: Backoff,
  jitter: number = Math.random(),
): number {
  if (failures <= free) return 0;
  const delay = Math.min(first * 2 ** (failures - free - 1), longest);
  return Math.round(delay * (1 - jitter / 2));
}

/** Blocks tries for a while after a failure, longer with each failure in a row. */
export class CircuitBreaker {
  readonly #backoff: Backoff;
  readonly #now: () => number;
  #failures = 0;
  #openedAt = Number.NEGATIVE_INFINITY;
  #closesAt = Number.NEGATIVE_INFINITY;

  constructor(delays: Backoff, now: () => number = () => performance.now()) {
    this.#backoff = delays;
    this.#now = now;
  }

  /** How many tries in a row have failed. */
  get failures(): number {
    return this.#failures;
  }

  /** How long to wait before the next try, in milliseconds; 0 when it may begin at once. */
  delay(): number {
    return Math.max(0, this.#closesAt - this.#now());
  }

  /**
   * Records a failed try. Tries that ran at the same time and fail one after the other count as one failure.
   *
   * @param startedAt when the try began, by the breaker's clock; without it, the failure counts in any case
   */
  failed(startedAt = this.#now()): void {
    if (startedAt < this.#openedAt) return;
    this.#failures += 1;
    this.#openedAt = this.#now();
    this.#closesAt = this.#openedAt + backoff(this.#failures, this.#backoff);
  }

  /** Records a successful try: the next one may begin at once. */
  succeeded(): void {
    this.#failures = 0;
    this.#closesAt = Number.NEGATIVE_INFINITY;
  }
}
