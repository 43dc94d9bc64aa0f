import { setTimeout as delay } from 'node:timers/promises';
import { networkOf } from '@site/http/networkOf.ts';
import { type Release, type ReleaseSet, releaseId } from '@site/releases/Release.ts';
import { serverLimits } from '../limits.ts';
import { RefusedError } from '../operations/overload.ts';
import { WorkerLostError } from './Jobs.ts';
import type { RenderOutcome } from './outcome.ts';
import { pageKeyOf, type RenderHost, type RenderTask, RenderWorker } from './RenderWorker.ts';
import { SpareWorker } from './SpareWorker.ts';
import { WorkerBackoff } from './WorkerBackoff.ts';

/** The worker of a release with a shell, which is replaced when it is lost. */
interface Place {
  readonly shell: Release;
  /** Undefined for the pages that are the shell's alone. */
  readonly remote: Release | undefined;
  worker: RenderWorker | undefined;
  /** Retires the worker when it has not been used for a while and its release is not live. */
  readonly idleTimer: NodeJS.Timeout;
}

/** Identifies the place of a task. */
const placeKeyOf = ({ shell, remote }: Pick<Place, 'shell' | 'remote'>): string =>
  `${releaseId(shell)} ${remote ? releaseId(remote) : ''}`;

/**
 * Renders views in processes, each of which has the code of one release alone: those of live releases stay, unless memory
 * is to be saved; those of previews, of earlier releases and of shells that are checked end when they are idle.
 */
export class Renderer {
  readonly #host: RenderHost;
  readonly #live: () => Pick<ReleaseSet, 'shell' | 'remotes'>;
  readonly #backoff = new WorkerBackoff();
  readonly #places = new Map<string, Place>();
  readonly #spare: SpareWorker;
  #isStopped = false;
  /** The networks of the visitors whose posted forms are being rendered. */
  readonly #formsShown: string[] = [];
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
    this.#spare = new SpareWorker(
      (shell) => new RenderWorker(this.#host, shell, undefined),
      () => live().shell,
    );
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
    if (task.job.result !== undefined) return await this.#renderForm(task);
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
    const worker = this.#runningWorker({ shell: this.#live().shell, remote: undefined });
    const started = worker?.ready.then(() => true) ?? false;
    return await Promise.race([started, delay(serverLimits.workersReady, false, { ref: false })]);
  }

  /** Ends the workers when their jobs are done, and starts no others. */
  stop(): void {
    this.#isStopped = true;
    this.#spare.stop();
    for (const place of this.#places.values()) this.#retire(place);
  }

  #retire(place: Place): void {
    this.#places.delete(placeKeyOf(place));
    clearTimeout(place.idleTimer);
    place.worker?.retire();
  }

  #workerFor(task: RenderTask): RenderWorker {
    if (this.#isStopped) throw new RefusedError('stopping');
    const worker = this.#runningWorker(task);
    if (!worker) throw new RefusedError('no-worker');
    if (worker.load >= serverLimits.rendersWaiting) throw new RefusedError('rendering');
    if (worker.hasShare(task.visitor)) throw new RefusedError('fair-share');
    return worker;
  }

  /** The worker of a release; undefined while none may be started. */
  #runningWorker({ shell, remote }: Pick<Place, 'shell' | 'remote'>): RenderWorker | undefined {
    const place = this.#placeOf(shell, remote);
    place.idleTimer.refresh();
    if (place.worker?.isRunning) return place.worker;
    place.worker = this.#backoff.mayStart(remote ?? shell) ? this.#startWorker(shell, remote) : undefined;
    return place.worker;
  }

  #startWorker(shell: Release, remote: Release | undefined): RenderWorker {
    if (!this.#host.savesMemory) this.#spare.prepare();
    const spare = remote && this.#spare.take(shell, remote);
    return spare ?? new RenderWorker(this.#host, shell, remote);
  }

  #placeOf(shell: Release, remote: Release | undefined): Place {
    const key = placeKeyOf({ shell, remote });
    const known = this.#places.get(key);
    if (known) return known;
    const retireIdle = () => {
      if (this.#isLive(place) && !this.#host.savesMemory) place.idleTimer.refresh();
      else this.#retire(place);
    };
    const idleTimer = setTimeout(retireIdle, serverLimits.idleWorkers).unref();
    const place: Place = { shell, remote, worker: undefined, idleTimer };
    this.#places.set(key, place);
    return place;
  }

  #isLive({ shell, remote }: Place): boolean {
    const live = this.#live();
    if (shell.manifest.version !== live.shell.manifest.version) return false;
    const [preferred] = remote ? (live.remotes.get(remote.manifest.name) ?? []) : [shell];
    return preferred?.manifest.version === (remote ?? shell).manifest.version;
  }

  /** What a visitor has typed is rendered in a worker that shows no other visitor's page, before or after. */
  async #renderForm(task: RenderTask): Promise<RenderOutcome> {
    const network = networkOf(task.visitor.address);
    const { all, network: share } = serverLimits.formsShown;
    if (this.#isStopped) throw new RefusedError('stopping');
    if (this.#formsShown.length >= all) throw new RefusedError('rendering');
    if (this.#formsShown.filter((owner) => owner === network).length >= share) throw new RefusedError('fair-share');
    if (!this.#backoff.mayStart(task.remote ?? task.shell)) throw new RefusedError('no-worker');
    const worker = this.#startWorker(task.shell, task.remote);
    this.#formsShown.push(network);
    try {
      return await worker.render(task);
    } finally {
      this.#formsShown.splice(this.#formsShown.indexOf(network), 1);
      worker.retire();
    }
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
    const worker = this.#startWorker(task.shell, task.remote);
    const rendering = worker.render(task).finally(() => {
      this.#renderedAlone.delete(key);
      worker.retire();
    });
    this.#renderedAlone.set(key, rendering);
    return await rendering;
  }
}
