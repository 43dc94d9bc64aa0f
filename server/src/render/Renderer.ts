import { setTimeout as delay } from 'node:timers/promises';
import type { Release } from '@site/releases/Release.ts';
import type { RenderOutcome } from '@site/shell/render/messages.ts';
import { serverLimits } from '../limits.ts';
import { RefusedError } from '../operations/overload.ts';
import { WorkerLostError } from './Jobs.ts';
import { pageKeyOf, type RenderHost, type RenderTask, RenderWorker } from './RenderWorker.ts';
import { WorkerBackoff } from './WorkerBackoff.ts';

/** The workers of a shell. */
interface Pool {
  workers: readonly RenderWorker[];
  /** Retires the workers when they have not been used for a while and their shell is no longer current. */
  readonly idleTimer: NodeJS.Timeout;
}

/** Renders views in a few workers of each shell in use: the current one, and others that are checked or stand in for it. */
export class Renderer {
  readonly #host: RenderHost;
  readonly #shell: () => Release;
  readonly #backoff = new WorkerBackoff();
  /** By version of the shell. */
  readonly #pools = new Map<string, Pool>();
  #isStopped = false;
  /** Pages that are rendered alone after their worker was lost. */
  readonly #renderedAlone = new Map<string, Promise<RenderOutcome>>();

  /** @param shell the current shell, whose workers stay */
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
      this.#backoff.worked(task.shell);
      return outcome;
    } catch (error) {
      if (!(error instanceof WorkerLostError) || !error.mayBeInnocent) throw error;
      return await this.#renderAlone(task);
    }
  }

  /** Whether a worker has started, or starts within `serverLimits.workersReady`. */
  async isReady(): Promise<boolean> {
    if (this.#isStopped) return false;
    const started = this.#runningWorkers(this.#shell()).map(({ ready }) => ready.then(() => true));
    return await Promise.race([...started, delay(serverLimits.workersReady, false, { ref: false })]);
  }

  /** Ends the workers when their jobs are done, and starts no others. */
  stop(): void {
    this.#isStopped = true;
    for (const version of this.#pools.keys()) this.#retire(version);
  }

  #retire(version: string): void {
    const pool = this.#pools.get(version);
    this.#pools.delete(version);
    clearTimeout(pool?.idleTimer);
    for (const worker of pool?.workers ?? []) worker.retire();
  }

  /** A release uses one worker at a time: if it loops, the other remotes still have theirs. */
  #workerFor({ shell, remote, visitor }: RenderTask): RenderWorker {
    if (this.#isStopped) throw new RefusedError('stopping');
    const workers = this.#runningWorkers(shell);
    if (workers.length === 0) throw new RefusedError('no-worker');
    const current = remote && workers.find((worker) => worker.isRendering(remote));
    const chosen = current ?? workers.reduce((freest, worker) => (worker.load < freest.load ? worker : freest));
    if (chosen.load >= serverLimits.rendersWaiting) throw new RefusedError('rendering');
    if (chosen.hasShare(visitor)) throw new RefusedError('fair-share');
    return chosen;
  }

  #runningWorkers(shell: Release): readonly RenderWorker[] {
    const pool = this.#poolOf(shell.manifest.version);
    pool.idleTimer.refresh();
    const running = pool.workers.filter((worker) => worker.isRunning);
    while (running.length < serverLimits.renderWorkers && this.#backoff.mayStart(shell))
      running.push(new RenderWorker(this.#host, shell));
    pool.workers = running;
    return running;
  }

  #poolOf(version: string): Pool {
    const known = this.#pools.get(version);
    if (known) return known;
    const retireIdle = () => {
      if (version === this.#shell().manifest.version) pool.idleTimer.refresh();
      else this.#retire(version);
    };
    const pool: Pool = { workers: [], idleTimer: setTimeout(retireIdle, serverLimits.idleWorkers).unref() };
    this.#pools.set(version, pool);
    return pool;
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
    if (!this.#backoff.mayStart(task.shell)) throw new RefusedError('no-worker');
    const worker = new RenderWorker(this.#host, task.shell);
    const rendering = worker.render(task).finally(() => {
      this.#renderedAlone.delete(key);
      worker.retire();
    });
    this.#renderedAlone.set(key, rendering);
    return await rendering;
  }
}
