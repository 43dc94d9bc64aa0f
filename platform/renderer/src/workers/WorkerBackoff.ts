import { CircuitBreaker } from '@site/node/CircuitBreaker.ts';
import { type Release, releaseId } from '@site/releases/Release.ts';
import { rendererLimits } from '../limits.ts';

/**
 * Paces the starts of workers, so that a release whose workers end as soon as they start doesn't keep the machine busy with
 * starting them. Workers that are lost now and then are replaced at once.
 */
export class WorkerBackoff {
  /** By release: what has lost a worker since one last rendered a view. */
  readonly #breakers = new Map<string, CircuitBreaker>();
  readonly #now: () => number;

  constructor(now: () => number = () => performance.now()) {
    this.#now = now;
  }

  /** Whether a worker of a release may start now. */
  mayStart(release: Release): boolean {
    return (this.#breakers.get(releaseId(release))?.delay() ?? 0) === 0;
  }

  /** Records that a worker of a release was lost. */
  lost(release: Release): void {
    const id = releaseId(release);
    const breaker = this.#breakers.get(id) ?? new CircuitBreaker(rendererLimits.workerBackoff, this.#now);
    this.#breakers.set(id, breaker);
    breaker.failed();
  }

  /** Records that a worker of a release rendered a view. */
  worked(release: Release): void {
    this.#breakers.delete(releaseId(release));
  }
}
