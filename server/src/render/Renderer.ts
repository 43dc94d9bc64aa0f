import { setTimeout as delay } from 'node:timers/promises';
import { type Release, type ReleaseSet, releaseId } from '@site/releases/Release.ts';
import type { RenderOutcome } from '@site/shell/render/messages.ts';
import { serverLimits } from '../limits.ts';
import { RefusedError } from '../operations/overload.ts';
import { WorkerLostError } from './Jobs.ts';
import { pageKeyOf, type RenderHost, type RenderTask, RenderWorker } from './RenderWorker.ts';
import { WorkerBackoff } from './WorkerBackoff.ts';

/** The workers of one release with one shell. */
interface Pool {
  readonly shell: Release;
  /** Undefined for the pages that are the shell's alone. */
  readonly remote: Release | undefined;
  workers: readonly RenderWorker[];
  /** Retires the workers when they have not been used for a while and their release is not live. */
  readonly idleTimer: NodeJS.Timeout;
}

/** Identifies the pool of a task. */
const poolKeyOf = ({ shell, remote }: Pick<Pool, 'shell' | 'remote'>): string =>
  `${releaseId(shell)} ${remote ? releaseId(remote) : ''}`;

/**
 * Renders views in processes, each of which has the code of one release alone: those of live releases stay, those of
 * previews, of earlier releases and of shells that are checked end when they are idle.
 */
export class Renderer {
  readonly #host: RenderHost;
  readonly #live: () => Pick<ReleaseSet, 'shell' | 'remotes'>;
  readonly #backoff = new WorkerBackoff();
  readonly #pools = new Map<string, Pool>();
  #isStopped = false;
  /** Pages that are rendered alone after their worker was lost. */
  readonly #renderedAlone = new Map<string, Promise<RenderOutcome>>();

  /** @param live the live releases, whose workers stay */
  constructor(host: RenderHost, live: () => Pick<ReleaseSet, 'shell' | 'remotes'>) {
    this.#host = {
      ...host,
      onLost: (lost, reason) => {
        this.#backoff.lost(lost);
        host.onLost?.(lost, reason);
      },
    };
    this.#live = live;
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
      this.#backoff.worked(task.remote ?? task.shell);
      return outcome;
    } catch (error) {
      if (!(error instanceof WorkerLostError) || !error.mayBeInnocent) throw error;
      return await this.#renderAlone(task);
    }
  }

  /** Whether a worker of the live shell has started, or starts within `serverLimits.workersReady`. */
  async isReady(): Promise<boolean> {
    if (this.#isStopped) return false;
    const started = this.#runningWorkers({ shell: this.#live().shell, remote: undefined }).map(({ ready }) =>
      ready.then(() => true),
    );
    return await Promise.race([...started, delay(serverLimits.workersReady, false, { ref: false })]);
  }

  /** Ends the workers when their jobs are done, and starts no others. */
  stop(): void {
    this.#isStopped = true;
    for (const pool of this.#pools.values()) this.#retire(pool);
  }

  #retire(pool: Pool): void {
    this.#pools.delete(poolKeyOf(pool));
    clearTimeout(pool.idleTimer);
    for (const worker of pool.workers) worker.retire();
  }

  #workerFor(task: RenderTask): RenderWorker {
    if (this.#isStopped) throw new RefusedError('stopping');
    const workers = this.#runningWorkers(task);
    const [first, ...others] = workers;
    if (!first) throw new RefusedError('no-worker');
    const chosen = others.reduce((freest, worker) => (worker.load < freest.load ? worker : freest), first);
    if (chosen.load >= serverLimits.rendersWaiting) throw new RefusedError('rendering');
    if (chosen.hasShare(task.visitor)) throw new RefusedError('fair-share');
    return chosen;
  }

  /** The workers of a release: at least one if it may be started, and another one when all have much to do. */
  #runningWorkers({ shell, remote }: Pick<Pool, 'shell' | 'remote'>): readonly RenderWorker[] {
    const pool = this.#poolOf(shell, remote);
    pool.idleTimer.refresh();
    const running = pool.workers.filter((worker) => worker.isRunning);
    const isBusy = running.every(({ load }) => load >= serverLimits.rendersPerWorker);
    if (isBusy && running.length < serverLimits.renderWorkers && this.#backoff.mayStart(remote ?? shell))
      running.push(new RenderWorker(this.#host, shell, remote));
    pool.workers = running;
    return running;
  }

  #poolOf(shell: Release, remote: Release | undefined): Pool {
    const key = poolKeyOf({ shell, remote });
    const known = this.#pools.get(key);
    if (known) return known;
    const retireIdle = () => {
      if (this.#isLive(pool)) pool.idleTimer.refresh();
      else this.#retire(pool);
    };
    const idleTimer = setTimeout(retireIdle, serverLimits.idleWorkers).unref();
    const pool: Pool = { shell, remote, workers: [], idleTimer };
    this.#pools.set(key, pool);
    return pool;
  }

  #isLive({ shell, remote }: Pool): boolean {
    const live = this.#live();
    if (shell.manifest.version !== live.shell.manifest.version) return false;
    const [preferred] = remote ? (live.remotes.get(remote.manifest.name) ?? []) : [shell];
    return preferred?.manifest.version === (remote ?? shell).manifest.version;
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
    if (!this.#backoff.mayStart(task.remote ?? task.shell)) throw new RefusedError('no-worker');
    const worker = new RenderWorker(this.#host, task.shell, task.remote);
    const rendering = worker.render(task).finally(() => {
      this.#renderedAlone.delete(key);
      worker.retire();
    });
    this.#renderedAlone.set(key, rendering);
    return await rendering;
  }
}
