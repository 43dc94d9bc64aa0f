import type { Release } from '@site/releases/Release.ts';
import { rendererLimits } from '../limits.ts';
import { withSourcePlaces } from '../sourceMaps/sourceMaps.ts';

/** Where a text comes from. */
interface PrintedText {
  /** The releases that may have printed it. */
  readonly sources: readonly Release[];
  /** The ids of the requests whose pages were being rendered. */
  readonly requests: readonly string[];
}

/** Passes a worker's output to the log. It limits how much a release can log, and how many source lookups it can cause. */
export class WorkerOutput {
  readonly #log: (text: string, requests: readonly string[]) => void;
  /** How much has been printed in the current second. */
  #printed = { second: 0, length: 0 };
  /** The last text on its way: they arrive in the order in which they were printed. */
  #last = Promise.resolve();

  constructor(log: (text: string, requests: readonly string[]) => void) {
    this.#log = log;
  }

  /** Resolves when all that was printed has been logged. */
  get printed(): Promise<void> {
    return this.#last;
  }

  /** Logs a text, with places in the sources of some releases, as much of it as the current second allows. */
  async print(text: string, { sources, requests }: PrintedText): Promise<void> {
    const second = Math.floor(performance.now() / 1000);
    if (second !== this.#printed.second) this.#printed = { second, length: 0 };
    const shown = text.slice(0, rendererLimits.workerOutput - this.#printed.length);
    this.#printed.length += shown.length;
    if (shown === '') return;
    const located = withSourcePlaces(shown, sources);
    this.#last = this.#last.then(async () => this.#log(await located, requests));
    await this.#last;
  }
}
