import type { Release } from '@site/releases';
import { limits } from '@site/shared/contract/limits.ts';
import type { RenderJob, RenderOutcome } from '../../src/render/messages.ts';
import { pageOf, type RenderHost, RenderWorker, type Visitor, WorkerLostError } from './RenderWorker.ts';

/** Renders views in a few workers, which always run the shell that is current. */
export class Renderer {
  readonly #host: RenderHost;
  readonly #shell: () => Release;
  #workers: RenderWorker[] = [];
  #shellVersion = '';
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
   */
  async render(job: RenderJob, remote: Release | undefined, visitor: Visitor): Promise<RenderOutcome> {
    try {
      return await this.#workerFor(remote).render(job, remote, visitor);
    } catch (error) {
      if (!(error instanceof WorkerLostError) || !error.mayBeInnocent) throw error;
      return await this.#renderAlone(job, remote, visitor);
    }
  }

  /** Ends the workers when their jobs are done. */
  stop(): void {
    for (const worker of this.#workers) worker.retire();
    this.#workers = [];
  }

  /** A release has one worker at a time: should it loop, the other remotes have theirs. */
  #workerFor(remote: Release | undefined): RenderWorker {
    const workers = this.#runningWorkers();
    const busyWithIt = remote && workers.find((worker) => worker.isRendering(remote));
    return busyWithIt ?? workers.reduce((freest, worker) => (worker.load < freest.load ? worker : freest));
  }

  #runningWorkers(): readonly RenderWorker[] {
    const shell = this.#shell();
    if (this.#shellVersion !== shell.manifest.version) this.stop();
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
      return await this.#workerFor(remote).render(job, remote, visitor);
    }
    const worker = new RenderWorker(this.#host, this.#shell());
    const trial = worker.render(job, remote, visitor).finally(() => {
      this.#trials.delete(page);
      worker.retire();
    });
    this.#trials.set(page, trial);
    return await trial;
  }
}
