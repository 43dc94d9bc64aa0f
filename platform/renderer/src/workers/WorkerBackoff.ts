import { type Release, releaseId } from '@site/releases/Release.ts';
import { rendererLimits } from '../limits.ts';

interface Losses {
  /** Since a worker of the release last rendered a view. */
  readonly count: number;
  /** When the next worker may start, by `performance.now()`. */
  readonly retryAt: number;
}

/**
 * Paces the starts of workers, so that a release whose workers end as soon as they start doesn't keep the machine busy with
 * starting them. Workers that are lost now and then are replaced at once.
 */
export class WorkerBackoff {
  readonly #losses = new Map<string, Losses>();
  readonly #now: () => number;

  constructor(now: () => number = () => performance.now()) {
    this.#now = now;
  }

  /** Whether a worker of a release may start now. */
  mayStart(release: Release): boolean {
    const losses = this.#losses.get(releaseId(release));
    return losses === undefined || this.#now() >= losses.retryAt;
  }

  /** Records that a worker of a release was lost. */
  lost(release: Release): void {
    const { first, longest, free } = rendererLimits.workerBackoff;
    const count = (this.#losses.get(releaseId(release))?.count ?? 0) + 1;
    const inARow = count - free;
    const delay = inARow <= 0 ? 0 : Math.min(longest, first * 2 ** (inARow - 1));
    this.#losses.set(releaseId(release), { count, retryAt: this.#now() + delay });
  }

  /** Records that a worker of a release rendered a view. */
  worked(release: Release): void {
    this.#losses.delete(releaseId(release));
  }
}
