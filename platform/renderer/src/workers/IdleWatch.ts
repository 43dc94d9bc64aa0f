import { rendererLimits } from '../limits.ts';

/** What a worker has done since it started. */
interface Work {
  /** How many jobs it has had in all, and has now. */
  readonly jobs: number;
  readonly current: number;
  /** How long it has used processors, in milliseconds. */
  readonly processorTime: number;
}

/** Watches a worker: after its answer a release may run on in a loop that keeps a processor busy while its process lives. */
export class IdleWatch {
  readonly #work: () => Work;
  readonly #onLoop: () => void;
  readonly #timer: NodeJS.Timeout;
  /** What it had done when it was first seen without work. */
  #idle = { jobs: 0, processorTime: 0, since: 0 };

  /** @param onLoop is called when the worker uses processors without having a job */
  constructor(work: () => Work, onLoop: () => void) {
    this.#work = work;
    this.#onLoop = onLoop;
    this.#timer = setInterval(() => this.#check(), rendererLimits.idleProcessor.check).unref();
  }

  stop(): void {
    clearInterval(this.#timer);
  }

  #check(): void {
    const { time, period } = rendererLimits.idleProcessor;
    const { jobs, current, processorTime } = this.#work();
    const now = performance.now();
    const hasWorked = current > 0 || jobs !== this.#idle.jobs || now - this.#idle.since > period;
    if (hasWorked) this.#idle = { jobs, processorTime, since: now };
    else if (jobs > 0 && processorTime - this.#idle.processorTime > time) this.#onLoop();
  }
}
