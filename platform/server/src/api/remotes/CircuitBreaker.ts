import { serverLimits } from '../../limits.ts';

/**
 * Protects an API that fails from calls: after several failures in a row none is made for a while, then one at a time until
 * one succeeds.
 */
export class CircuitBreaker {
  #failures = 0;
  /** When it may be asked again, by `performance.now()`. */
  #until = 0;

  /** Whether the API may be asked now. While it fails, that counts as the try. */
  mayCall(now = performance.now()): boolean {
    const { failures, pause } = serverLimits.ownApis;
    if (this.#failures < failures) return true;
    if (now < this.#until) return false;
    this.#until = now + pause;
    return true;
  }

  succeeded(): void {
    this.#failures = 0;
  }

  failed(now = performance.now()): void {
    const { failures, pause } = serverLimits.ownApis;
    this.#failures += 1;
    if (this.#failures >= failures) this.#until = now + pause;
  }
}
