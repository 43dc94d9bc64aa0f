import { type Release, releaseId } from '@site/releases/Release.ts';
import { serverLimits } from '../limits.ts';
import type { RenderWorker } from './RenderWorker.ts';

/**
 * A worker of the live shell that has started and has no remote's code yet: the first page of a release that goes live, or of
 * a preview, doesn't wait for a process.
 */
export class SpareWorker {
  readonly #start: (shell: Release) => RenderWorker;
  readonly #liveShell: () => Release;
  #worker: RenderWorker | undefined;
  #timer: NodeJS.Timeout | undefined;

  /** @param start starts a worker without a remote */
  constructor(start: (shell: Release) => RenderWorker, liveShell: () => Release) {
    this.#start = start;
    this.#liveShell = liveShell;
  }

  /** Has a worker ready after a while: whoever asks has more urgent things to do first. */
  prepare(): void {
    this.#timer ??= setTimeout(() => this.#prepareNow(), serverLimits.spareWorker).unref();
  }

  /** The worker, for a release of a remote; undefined when there is none with this shell. The next one needs `prepare`. */
  take(shell: Release, remote: Release): RenderWorker | undefined {
    if (!this.#isFor(shell)) return undefined;
    const worker = this.#worker;
    this.#worker = undefined;
    worker?.assign(remote);
    return worker;
  }

  /** Ends it, and has no other. */
  stop(): void {
    clearTimeout(this.#timer);
    this.#worker?.retire();
  }

  #prepareNow(): void {
    this.#timer = undefined;
    const shell = this.#liveShell();
    if (this.#isFor(shell)) return;
    this.#worker?.retire();
    this.#worker = this.#start(shell);
  }

  #isFor(shell: Release): boolean {
    return this.#worker?.isRunning === true && releaseId(this.#worker.shell) === releaseId(shell);
  }
}
