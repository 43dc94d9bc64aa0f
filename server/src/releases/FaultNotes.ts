import type { FaultLog } from '@site/releases/FaultLog.ts';
import type { Fault } from '@site/shared/contract/release.ts';
import type { FastifyBaseLogger } from 'fastify';

/** Notes faults for the list of releases, and in the log. That one can't be written must not disturb a visitor. */
export class FaultNotes {
  readonly #faults: FaultLog;
  readonly #log: Pick<FastifyBaseLogger, 'warn' | 'error'>;

  constructor(faults: FaultLog, log: Pick<FastifyBaseLogger, 'warn' | 'error'>) {
    this.#faults = faults;
    this.#log = log;
  }

  /** Notes a fault that is seen now. */
  note(fault: Omit<Fault, 'at'>): void {
    const { message, ...facts } = fault;
    this.#log.error(facts, message);
    this.#quietly(this.#faults.note({ ...fault, at: new Date().toISOString() }));
  }

  /** Notes that a fault is no more. */
  clear(fault: Pick<Fault, 'app' | 'version' | 'module'>): void {
    this.#quietly(this.#faults.clear(fault));
  }

  #quietly(writing: Promise<void>): void {
    writing.catch((error: unknown) => this.#log.warn(error, 'A note for the list of releases could not be written.'));
  }
}
