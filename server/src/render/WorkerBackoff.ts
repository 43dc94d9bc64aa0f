import { type Release, releaseId } from '@site/releases/Release.ts';
import { serverLimits } from '../limits.ts';

interface Losses {
  /** Since a worker of the shell last rendered a view. */
  readonly count: number;
  /** When the next worker may start, by `performance.now()`. */
  readonly retryAt: number;
}

/**
 * Paces the starts of workers, so that a shell whose workers end as soon as they start doesn't keep the machine busy with
 * starting them. Workers that are lost now and then are replaced at once.
 */
export class WorkerBackoff {
  readonly #losses = new Map<string, Losses>();
  readonly #now: () => number;

  constructor(now: () => number = () => performance.now()) {
    this.#now = now;
  }

  /** Whether a worker of a shell may start now. */
  mayStart(shell: Release): boolean {
    const losses = this.#losses.get(releaseId(shell));
    return losses === undefined || this.#now() >= losses.retryAt;
  }

  /** Records that a worker of a shell was lost. */
  lost(shell: Release): void {
    const { first, longest } = serverLimits.workerBackoff;
    const count = (this.#losses.get(releaseId(shell))?.count ?? 0) + 1;
    // One fault of the machine may end all workers at the same moment.
    const inARow = count - serverLimits.renderWorkers;
    const delay = inARow <= 0 ? 0 : Math.min(longest, first * 2 ** (inARow - 1));
    this.#losses.set(releaseId(shell), { count, retryAt: this.#now() + delay });
  }

  /** Records that a worker of a shell rendered a view. */
  worked(shell: Release): void {
    this.#losses.delete(releaseId(shell));
  }
}
