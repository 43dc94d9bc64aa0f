import { setTimeout as delay } from 'node:timers/promises';
import { type Release, type ReleaseSet, releaseId } from '@site/releases/Release.ts';
import { LRUCache } from 'lru-cache';
import { rendererLimits } from '../limits.ts';
import { type Outcome, type Refused, refused } from '../outcome/outcome.ts';
import type { RenderedView } from '../outcome/readOutcome.ts';
import { OwnProcesses } from './OwnProcesses.ts';
import { RenderBudget } from './RenderBudget.ts';
import { pageKeyOf, type RenderTask } from './RenderTask.ts';
import { type RenderHost, RenderWorker } from './RenderWorker.ts';
import { SpareWorker } from './SpareWorker.ts';
import { WorkerBackoff } from './WorkerBackoff.ts';

/** Holds the worker of a release with a shell, which is replaced when it is lost. */
interface WorkerSlot {
  readonly shell: Release;
  /** Undefined for the pages that are the shell's alone. */
  readonly remote: Release | undefined;
  worker: RenderWorker | undefined;
  /** When a page of it was rendered last, in milliseconds. */
  usedAt: number;
  /** Retires the worker when it has not been used for a while and its release is not live. */
  readonly idleTimer: NodeJS.Timeout;
}

/** Identifies the slot of a task. */
const slotKeyOf = ({ shell, remote }: Pick<WorkerSlot, 'shell' | 'remote'>): string =>
  `${releaseId(shell)} ${remote ? releaseId(remote) : ''}`;

/** Identifies the page of a task, whatever its address. */
const wholePageOf = (task: RenderTask): string => pageKeyOf({ ...task, address: undefined });

const { hazards } = rendererLimits;

/**
 * Renders views in processes, one for each release. Processes of live releases stay unless the budget ends them; those of
 * previews, earlier releases and checked shells end when idle.
 */
export class Renderer {
  readonly #host: RenderHost;
  readonly #live: () => Pick<ReleaseSet, 'shell' | 'remotes'>;
  readonly #backoff = new WorkerBackoff();
  readonly #slots = new Map<string, WorkerSlot>();
  readonly #spare: SpareWorker;
  readonly #budget: RenderBudget;
  readonly #budgetTimer: NodeJS.Timeout;
  #isStopped = false;
  readonly #forms = new OwnProcesses(rendererLimits.formsShown);
  readonly #searches = new OwnProcesses(rendererLimits.searchesShown);
  readonly #hazards = new OwnProcesses(rendererLimits.hazardsShown);
  /** Pages of which some address has just cost a worker: the others get their own. */
  readonly #hazardous = new LRUCache<string, true>({ max: hazards.known, ttl: hazards.time });
  /** Pages that are rendered alone after their worker was lost. */
  readonly #renderedAlone = new Map<string, Promise<Outcome<RenderedView>>>();

  /** @param live the live releases, whose workers stay */
  constructor(host: RenderHost, live: () => Pick<ReleaseSet, 'shell' | 'remotes'>) {
    this.#host = host;
    this.#live = live;
    this.#budget = new RenderBudget(host.memory, host.servers);
    this.#spare = new SpareWorker(
      (shell) => (this.#budget.hasRoom ? this.#newWorker(shell, undefined) : undefined),
      () => live().shell,
    );
    const endIdle = () => this.#budget.isExceeded && this.#endIdleWorker();
    this.#budgetTimer = setInterval(endIdle, rendererLimits.renderBudget.check).unref();
  }

  /**
   * Renders a view. When its worker is lost and another page may be to blame, it is rendered again, alone: that tells
   * the page that loops from those beside it. Refused when too many pages wait for the worker, or too many of one visitor, no
   * worker may be started yet, or the renderer is stopped.
   */
  async render(task: RenderTask): Promise<Outcome<RenderedView>> {
    if (task.job.result !== undefined) return await this.#renderOwn(task, this.#forms);
    // The shell’s own pages run no remote’s code.
    if (task.visitor.isSearch && task.remote) return await this.#renderOwn(task, this.#searches);
    const isAddress = task.address !== undefined;
    if (isAddress && this.#hazardous.has(wholePageOf(task))) return await this.#renderOwn(task, this.#hazards);
    const outcome = await this.#renderInSlot(task);
    if (outcome.kind === 'refused') return outcome;
    if (outcome.kind !== 'lost') {
      this.#backoff.worked(task.remote ?? task.shell);
      return outcome;
    }
    this.#hazardous.set(wholePageOf(task), true);
    if (!outcome.mayBeInnocent) return outcome;
    // There may be any number of such addresses.
    return isAddress ? await this.#renderOwn(task, this.#hazards) : await this.#renderAlone(task);
  }

  /** Whether a worker of the live shell has started, or starts within `rendererLimits.workersReady`. */
  async isReady(): Promise<boolean> {
    if (this.#isStopped) return false;
    const worker = this.#runningWorker({ shell: this.#live().shell, remote: undefined });
    const started = worker?.ready.then(() => true) ?? false;
    return await Promise.race([started, delay(rendererLimits.workersReady, false, { ref: false })]);
  }

  /** Ends the workers when their jobs are done, and starts no others. */
  stop(): void {
    this.#isStopped = true;
    this.#spare.stop();
    clearInterval(this.#budgetTimer);
    for (const slot of this.#slots.values()) this.#retire(slot);
  }

  #retire(slot: WorkerSlot): void {
    this.#slots.delete(slotKeyOf(slot));
    clearTimeout(slot.idleTimer);
    slot.worker?.retire();
  }

  /** Renders in the worker of the release, which may have to start. */
  async #renderInSlot(task: RenderTask): Promise<Outcome<RenderedView>> {
    const isMissing = () => !this.#slots.get(slotKeyOf(task))?.worker?.isRunning;
    try {
      return await this.#whenRoom(isMissing, async () => {
        const worker = this.#workerFor(task);
        return 'kind' in worker ? worker : await worker.render(task);
      });
    } finally {
      this.#budget.notify();
    }
  }

  async #whenRoom(
    isNeeded: () => boolean,
    begin: () => Promise<Outcome<RenderedView>>,
  ): Promise<Outcome<RenderedView>> {
    const endIdle = () => this.#endIdleWorker();
    return await this.#budget.start(() => !this.#isStopped && isNeeded(), endIdle, begin);
  }

  /** Ends the least recently used idle worker. */
  #endIdleWorker(): void {
    if (this.#spare.end()) return;
    const idle = [...this.#slots.values()].filter(({ worker }) => worker?.isRunning && worker.load === 0);
    const [first] = idle.sort((one, other) => one.usedAt - other.usedAt);
    if (first) this.#retire(first);
  }

  #workerFor(task: RenderTask): RenderWorker | Refused {
    if (this.#isStopped) return refused('stopping');
    const worker = this.#runningWorker(task);
    if (!worker) return refused('no-worker');
    if (worker.load >= rendererLimits.rendersWaiting) return refused('rendering');
    return worker.hasShare(task.visitor) ? refused('fair-share') : worker;
  }

  /** The worker of a release; undefined while none may be started. */
  #runningWorker({ shell, remote }: Pick<WorkerSlot, 'shell' | 'remote'>): RenderWorker | undefined {
    const slot = this.#slotOf(shell, remote);
    slot.idleTimer.refresh();
    slot.usedAt = performance.now();
    if (slot.worker?.isRunning) return slot.worker;
    slot.worker = this.#backoff.mayStart(remote ?? shell) ? this.#startCounted(shell, remote) : undefined;
    return slot.worker;
  }

  /** Starts a worker whose loss counts against its release. */
  #startCounted(shell: Release, remote: Release | undefined): RenderWorker {
    const worker = this.#startWorker(shell, remote);
    void worker.ended.then((reason) => reason !== 'retired' && this.#backoff.lost(remote ?? shell));
    return worker;
  }

  #startWorker(shell: Release, remote: Release | undefined): RenderWorker {
    this.#spare.prepare();
    const spare = remote && this.#spare.take(shell, remote);
    return spare ?? this.#newWorker(shell, remote);
  }

  #newWorker(shell: Release, remote: Release | undefined): RenderWorker {
    const worker = new RenderWorker(this.#host, shell, remote);
    this.#budget.add(worker);
    return worker;
  }

  #slotOf(shell: Release, remote: Release | undefined): WorkerSlot {
    const key = slotKeyOf({ shell, remote });
    const known = this.#slots.get(key);
    if (known) return known;
    const retireIdle = () => {
      if (this.#isLive(slot)) slot.idleTimer.refresh();
      else this.#retire(slot);
    };
    const idleTimer = setTimeout(retireIdle, rendererLimits.idleWorkers).unref();
    const slot: WorkerSlot = { shell, remote, worker: undefined, usedAt: performance.now(), idleTimer };
    this.#slots.set(key, slot);
    return slot;
  }

  #isLive({ shell, remote }: WorkerSlot): boolean {
    const live = this.#live();
    if (shell.manifest.version !== live.shell.manifest.version) return false;
    const [preferred] = remote ? (live.remotes.get(remote.manifest.name) ?? []) : [shell];
    return preferred?.manifest.version === (remote ?? shell).manifest.version;
  }

  /** Renders what a visitor typed in a worker that never shows another visitor's page. */
  async #renderOwn(task: RenderTask, processes: OwnProcesses): Promise<Outcome<RenderedView>> {
    if (this.#isStopped) return refused('stopping');
    // Words that end their worker must not keep the release's other workers from starting.
    const start = () => this.#startWorker(task.shell, task.remote);
    try {
      const outcome = await processes.render(task.visitor.address, () => this.#renderOnce(task, start));
      if (outcome.kind === 'lost') this.#hazardous.set(wholePageOf(task), true);
      return outcome;
    } finally {
      this.#spare.prepareNow();
    }
  }

  /** Renders in a worker that ends with it. */
  async #renderOnce(task: RenderTask, start: () => RenderWorker): Promise<Outcome<RenderedView>> {
    const begin = async () => {
      if (this.#isStopped) return refused('stopping');
      if (!this.#backoff.mayStart(task.remote ?? task.shell)) return refused('no-worker');
      const worker = start();
      try {
        return await worker.render(task);
      } finally {
        worker.retire();
      }
    };
    return await this.#whenRoom(() => true, begin);
  }

  /** Of several tasks for a page one is rendered alone; the others follow unless its worker is lost, too. */
  async #renderAlone(task: RenderTask): Promise<Outcome<RenderedView>> {
    const key = pageKeyOf(task);
    const first = this.#renderedAlone.get(key);
    if (first) {
      const outcome = await first;
      return ['lost', 'refused'].includes(outcome.kind) ? outcome : await this.#renderInSlot(task);
    }
    const start = () => this.#startCounted(task.shell, task.remote);
    const rendering = this.#renderOnce(task, start).finally(() => this.#renderedAlone.delete(key));
    this.#renderedAlone.set(key, rendering);
    return await rendering;
  }
}
