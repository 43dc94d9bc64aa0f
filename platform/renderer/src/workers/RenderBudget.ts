import { readFileSync } from 'node:fs';
import { totalmem } from 'node:os';
import { setTimeout as delay } from 'node:timers/promises';
import { rendererLimits } from '../limits.ts';
import { type Refused, refused } from '../outcome/outcome.ts';
import type { RenderWorker } from './RenderWorker.ts';

const megabyte = 1024 * 1024;

const { leastProcesses, memoryShare, tasksOfOthers, tasksOfWorker, wait, workerMemory } = rendererLimits.renderBudget;

/**
 * What the processes of all rendering workers may use together. Without it, each new remote would take memory and tasks until
 * the system ends a process of its choice, perhaps the server itself.
 */
export class RenderBudget {
  readonly #memory: number;
  readonly #processes: number;
  readonly #workers = new Set<RenderWorker>();
  #waiting = 0;
  #change = Promise.withResolvers<void>();

  /**
   * @param megabytes memory for all workers; by default a share of what this machine, or its control group, has
   * @param servers how many servers on this machine share it
   */
  constructor(megabytes: number | undefined, servers = 1) {
    this.#memory = (megabytes === undefined ? availableMemory() * memoryShare : megabytes * megabyte) / servers;
    this.#processes = Math.floor((mostTasks() / servers - tasksOfOthers) / tasksOfWorker);
  }

  /** Whether one more worker may start. */
  get hasRoom(): boolean {
    const { size } = this.#workers;
    if (size < leastProcesses) return true;
    return size < this.#processes && this.#used + workerMemory * megabyte <= this.#memory;
  }

  /** Whether workers have grown out of the budget since they started. */
  get isExceeded(): boolean {
    return this.#workers.size > leastProcesses && this.#used > this.#memory;
  }

  /** Counts a worker until its process has ended: until then it keeps its memory. */
  add(worker: RenderWorker): void {
    this.#workers.add(worker);
    void worker.ended.then(() => {
      this.#workers.delete(worker);
      this.notify();
    });
  }

  /**
   * Waits until one more worker may start, and starts it at once; refused when none has ended in time. Callers wait in a queue:
   * each checks after the previous one has started its worker.
   *
   * @param isNeeded whether it still has to start
   * @param endIdle ends a worker that has no work, if there is one
   */
  async start<Result>(
    isNeeded: () => boolean,
    endIdle: () => void,
    begin: () => Promise<Result>,
  ): Promise<Result | Refused> {
    const last = performance.now() + wait;
    this.#waiting++;
    try {
      while (isNeeded() && !this.hasRoom) {
        const ending = [...this.#workers].filter(({ isRunning }) => !isRunning);
        if (ending.length < this.#waiting) endIdle();
        const left = last - performance.now();
        if (left <= 0) return refused('rendering');
        await Promise.race([this.#change.promise, delay(left, undefined, { ref: false })]);
      }
    } finally {
      this.#waiting--;
    }
    return await begin();
  }

  /** Makes waiting callers check again: a worker may have become idle. */
  notify(): void {
    this.#change.resolve();
    this.#change = Promise.withResolvers();
  }

  /** In bytes. A worker that has just started will soon need as much as the others. */
  get #used(): number {
    let used = 0;
    for (const { memory } of this.#workers) used += Math.max(memory, workerMemory * megabyte);
    return used;
  }
}

/** The memory of this machine, or of the control group of this process when that is less, in bytes. */
const availableMemory = (): number => Math.min(totalmem(), process.constrainedMemory() || Number.POSITIVE_INFINITY);

/**
 * How many processes and threads the control group of this process may have. Only Linux tells, in version 2 of control groups
 * and, where it is mounted, in version 1.
 *
 * https://docs.kernel.org/admin-guide/cgroup-v2.html#pid-interface-files
 */
function mostTasks(): number {
  for (const [line, folder] of [
    [/^\d+:pids:(.*)$/m, '/sys/fs/cgroup/pids'],
    [/^0::(.*)$/m, '/sys/fs/cgroup'],
  ] as const) {
    try {
      const [, group = ''] = line.exec(readFileSync('/proc/self/cgroup', 'utf8')) ?? [];
      return Number(readFileSync(`${folder}${group}/pids.max`, 'utf8')) || Number.POSITIVE_INFINITY;
    } catch {
      // Not this version, or not Linux.
    }
  }
  return Number.POSITIVE_INFINITY;
}
