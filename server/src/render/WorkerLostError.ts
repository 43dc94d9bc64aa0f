/** A worker that was given up before it had answered: over its time or memory, or ended by itself. */
export class WorkerLostError extends Error {
  override readonly name = 'WorkerLostError';

  /** Whether another page may be to blame. */
  readonly mayBeInnocent: boolean;

  constructor(mayBeInnocent: boolean) {
    super('SITE-RENDER The rendering worker took too long or ended before the page was ready.');
    this.mayBeInnocent = mayBeInnocent;
  }
}
