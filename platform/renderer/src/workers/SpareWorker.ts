import { type Release, releaseId } from '@site/releases/Release.ts';
import { rendererLimits } from '../limits.ts';
import type { RenderWorker } from './RenderWorker.ts';

/**
 * A worker of the live shell that has started and has no remote's code yet: the first page of a release that goes live, or of
 * a preview, doesn't wait for a process.
 */
export class SpareWorker {
  readonly #start: (shell: Release) => RenderWorker | undefined;
  readonly #liveShell: () => Release;
  #worker: RenderWorker | undefined;
  #timer: NodeJS.Timeout | undefined;
  #isStopped = false;

  /** @param start starts a worker without a remote, or none when there is no room for it */
  constructor(start: (shell: Release) => RenderWorker | undefined, liveShell: () => Release) {
    this.#start = start;
    this.#liveShell = liveShell;
  }

  /** Starts a worker after a delay: the caller has more urgent work first. */
  prepare(): void {
    this.#timer ??= setTimeout(() => this.prepareNow(), rendererLimits.spareWorker).unref();
  }

  /** The worker, for a release of a remote; undefined when there is none with this shell. The next one needs `prepare`. */
  take(shell: Release, remote: Release): RenderWorker | undefined {
    if (!this.#isFor(shell)) return undefined;
    const worker = this.#worker;
    this.#worker = undefined;
    worker?.assign(remote);
    return worker;
  }

  /** Ends it, if there is one. Returns whether there was. */
  end(): boolean {
    const worker = this.#worker;
    this.#worker = undefined;
    worker?.retire();
    return worker !== undefined;
  }

  /** Ends it, and has no other. */
  stop(): void {
    this.#isStopped = true;
    clearTimeout(this.#timer);
    this.end();
  }

  /** Starts a worker, if there is none. */
  prepareNow(): void {
    if (this.#isStopped) return;
    clearTimeout(this.#timer);
    this.#timer = undefined;
    const shell = this.#liveShell();
    if (this.#isFor(shell)) return;
    this.end();
    this.#worker = this.#start(shell);
  }

  #isFor(shell: Release): boolean {
    return this.#worker?.isRunning === true && releaseId(this.#worker.shell) === releaseId(shell);
  }
}
