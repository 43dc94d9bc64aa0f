import { setTimeout } from 'node:timers/promises';
import type { Release } from '@site/releases/Release.ts';
import type { RenderJob, RenderOutcome } from '@site/shell/render/messages.ts';
import { limits } from '../limits.ts';
import { RefusedError } from '../operations/RefusedError.ts';
import type { RenderHost, Visitor } from './RenderHost.ts';
import { RenderWorker } from './RenderWorker.ts';
import { pageOf } from './titles.ts';
import { WorkerLostError } from './WorkerLostError.ts';

/** Renders views in a few workers, which always run the shell that is current. */
export class Renderer {
  readonly #host: RenderHost;
  readonly #shell: () => Release;
  #workers: RenderWorker[] = [];
  #shellVersion = '';
  #isStopped = false;
  readonly #trials = new Map<string, Promise<RenderOutcome>>();

  constructor(host: RenderHost, shell: () => Release) {
    this.#host = host;
    this.#shell = shell;
  }

  /**
   * Renders a view with a release of its remote. A job whose worker was lost, and that may not be to blame, is tried
   * once more by itself: so the page that loops is told from those that were in its company.
   *
   * @throws {WorkerLostError} when the page itself takes too long, or ends its worker
   * @throws {RefusedError} when too many pages wait for its worker, or too many of the same visitor, or the renderer was stopped
   */
  async render(job: RenderJob, remote: Release | undefined, visitor: Visitor): Promise<RenderOutcome> {
    try {
      return await this.#workerFor(remote, visitor).render(job, remote, visitor);
    } catch (error) {
      if (!(error instanceof WorkerLostError) || !error.mayBeInnocent) throw error;
      return await this.#renderAlone(job, remote, visitor);
    }
  }

  /** Whether a worker has started, or does so within `limits.workersReady`. */
  async isReady(): Promise<boolean> {
    if (this.#isStopped) return false;
    const started = this.#runningWorkers().map(({ ready }) => ready.then(() => true));
    return await Promise.race([...started, setTimeout(limits.workersReady, false, { ref: false })]);
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

  /** A release has one worker at a time: should it loop, the other remotes have theirs. */
  #workerFor(remote: Release | undefined, visitor: Visitor): RenderWorker {
    if (this.#isStopped) throw new RefusedError('stopping');
    const workers = this.#runningWorkers();
    const busyWithIt = remote && workers.find((worker) => worker.isRendering(remote));
    const chosen = busyWithIt ?? workers.reduce((freest, worker) => (worker.load < freest.load ? worker : freest));
    if (chosen.load >= limits.rendersWaiting) throw new RefusedError('rendering');
    if (chosen.hasShare(visitor)) throw new RefusedError('fair-share');
    return chosen;
  }

  #runningWorkers(): readonly RenderWorker[] {
    const shell = this.#shell();
    if (this.#shellVersion !== shell.manifest.version) this.#retireWorkers();
    this.#shellVersion = shell.manifest.version;
    this.#workers = this.#workers.filter((worker) => worker.isRunning);
    while (this.#workers.length < limits.renderWorkers) this.#workers.push(new RenderWorker(this.#host, shell));
    return this.#workers;
  }

  /** Of the jobs for a page one is tried; the others follow when it went well. */
  async #renderAlone(job: RenderJob, remote: Release | undefined, visitor: Visitor): Promise<RenderOutcome> {
    const page = pageOf(job, remote);
    const ahead = this.#trials.get(page);
    if (ahead) {
      await ahead;
      return await this.#workerFor(remote, visitor).render(job, remote, visitor);
    }
    if (this.#isStopped) throw new RefusedError('stopping');
    const worker = new RenderWorker(this.#host, this.#shell());
    const trial = worker.render(job, remote, visitor).finally(() => {
      this.#trials.delete(page);
      worker.retire();
    });
    this.#trials.set(page, trial);
    return await trial;
  }
}
