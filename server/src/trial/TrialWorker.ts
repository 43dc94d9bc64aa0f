import type { Release } from '@site/releases/Release.ts';
import type { RenderHost } from '../render/RenderHost.ts';
import { RenderWorker } from '../render/RenderWorker.ts';
import { WorkerLostError } from '../render/WorkerLostError.ts';

/** A worker for a trial. Who loses it is given another one, once: a busy machine may have taken the time that a page has. */
export class TrialWorker {
  /** What the workers have printed. */
  readonly output: string[] = [];
  readonly #start: () => RenderWorker;
  #worker: RenderWorker;

  constructor(callApi: RenderHost['callApi'], shell: Release) {
    this.#start = () => new RenderWorker({ callApi, onOutput: (text) => this.output.push(text) }, shell);
    this.#worker = this.#start();
  }

  /** Asks the worker for something. Errors as those of the worker. */
  async ask<Result>(question: (worker: RenderWorker) => Promise<Result>): Promise<Result> {
    try {
      return await question(this.#worker);
    } catch (error) {
      if (!(error instanceof WorkerLostError)) throw error;
      this.#worker.retire();
      this.#worker = this.#start();
      return await question(this.#worker);
    }
  }

  /** Ends the worker. */
  stop(): void {
    this.#worker.retire();
  }
}
