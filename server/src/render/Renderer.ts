import { setTimeout as delay } from 'node:timers/promises';
import type { Release } from '@site/releases/Release.ts';
import type { RenderOutcome } from '@site/shell/render/messages.ts';
import { serverLimits } from '../limits.ts';
import { RefusedError } from '../operations/overload.ts';
import { WorkerLostError } from './Jobs.ts';
import { pageKeyOf, type RenderHost, type RenderTask, RenderWorker } from './RenderWorker.ts';
import { WorkerBackoff } from './WorkerBackoff.ts';

/** Renders views in a few workers, which always run the current shell. */
export class Renderer {
  readonly #host: RenderHost;
  readonly #shell: () => Release;
  readonly #backoff = new WorkerBackoff();
  #workers: RenderWorker[] = [];
  #shellVersion = '';
  #isStopped = false;
  /** Pages that are rendered alone after their worker was lost. */
  readonly #renderedAlone = new Map<string, Promise<RenderOutcome>>();

  constructor(host: RenderHost, shell: () => Release) {
    this.#host = {
      ...host,
      onLost: (lost, reason) => {
        this.#backoff.lost(lost);
        host.onLost?.(lost, reason);
      },
    };
    this.#shell = shell;
  }

  /**
   * Renders a view. When its worker is lost and another page may be to blame, it is rendered once more, alone: that tells
   * the page that loops from those beside it.
   *
   * @throws {WorkerLostError} when the page itself takes too long, or ends its worker
   * @throws {RefusedError} when too many pages wait for the worker, or too many of one visitor, no worker may be started yet, or the
   * renderer is stopped
   */
  async render(task: RenderTask): Promise<RenderOutcome> {
    try {
      const outcome = await this.#workerFor(task).render(task);
      this.#backoff.worked(this.#shell());
      return outcome;
    } catch (error) {
      if (!(error instanceof WorkerLostError) || !error.mayBeInnocent) throw error;
      return await this.#renderAlone(task);
    }
  }

  /** Whether a worker has started, or starts within `serverLimits.workersReady`. */
  async isReady(): Promise<boolean> {
    if (this.#isStopped) return false;
    const started = this.#runningWorkers().map(({ ready }) => ready.then(() => true));
    return await Promise.race([...started, delay(serverLimits.workersReady, false, { ref: false })]);
  }

  /** Ends the workers when their jobs are done, and starts no others. */
  stop(): void {
    this.#isStopped = true;
    this.#retireWorkers();
  }

  #retireWorkers(): void {
    for (const worker of this.#workers) worker.retire();
    this.#workers = [];
  }

  /** A release uses one worker at a time: if it loops, the other remotes still have theirs. */
  #workerFor({ remote, visitor }: RenderTask): RenderWorker {
    if (this.#isStopped) throw new RefusedError('stopping');
    const workers = this.#runningWorkers();
    if (workers.length === 0) throw new RefusedError('no-worker');
    const current = remote && workers.find((worker) => worker.isRendering(remote));
    const chosen = current ?? workers.reduce((freest, worker) => (worker.load < freest.load ? worker : freest));
    if (chosen.load >= serverLimits.rendersWaiting) throw new RefusedError('rendering');
    if (chosen.hasShare(visitor)) throw new RefusedError('fair-share');
    return chosen;
  }

  #runningWorkers(): readonly RenderWorker[] {
    const shell = this.#shell();
    if (this.#shellVersion !== shell.manifest.version) this.#retireWorkers();
    this.#shellVersion = shell.manifest.version;
    this.#workers = this.#workers.filter((worker) => worker.isRunning);
    while (this.#workers.length < serverLimits.renderWorkers && this.#backoff.mayStart(shell))
      this.#workers.push(new RenderWorker(this.#host, shell));
    return this.#workers;
  }

  /** Of several tasks for a page one is rendered alone; the others follow when it succeeds. */
  async #renderAlone(task: RenderTask): Promise<RenderOutcome> {
    const key = pageKeyOf(task);
    const first = this.#renderedAlone.get(key);
    if (first) {
      await first;
      return await this.#workerFor(task).render(task);
    }
    if (this.#isStopped) throw new RefusedError('stopping');
    if (!this.#backoff.mayStart(this.#shell())) throw new RefusedError('no-worker');
    const worker = new RenderWorker(this.#host, this.#shell());
    const rendering = worker.render(task).finally(() => {
      this.#renderedAlone.delete(key);
      worker.retire();
    });
    this.#renderedAlone.set(key, rendering);
    return await rendering;
  }
}
