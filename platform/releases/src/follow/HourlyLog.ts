import type { FastifyBaseLogger } from 'fastify';

const hour = 60 * 60 * 1000;

const last =
  'SITE-STORE Much in the store changes and is refused: someone may be filling it. /readyz says what; the log says no more of it for an hour.';

/** Logs a limited number of lines an hour: anyone who writes to the store decides what there is to say, and could fill the disk. */
export class HourlyLog {
  readonly #log: Pick<FastifyBaseLogger, 'warn' | 'error'>;
  readonly #most: number;
  #since = 0;
  #count = 0;

  /** @param most how many lines an hour, besides one that says that no more follow */
  constructor(log: Pick<FastifyBaseLogger, 'warn' | 'error'>, most: number) {
    this.#log = log;
    this.#most = most;
  }

  warn(message: string): void {
    if (this.#takes()) this.#log.warn(message);
  }

  error(message: string): void {
    if (this.#takes()) this.#log.error(message);
  }

  #takes(): boolean {
    if (Date.now() - this.#since > hour) {
      this.#since = Date.now();
      this.#count = 0;
    }
    this.#count += 1;
    if (this.#count === this.#most + 1) this.#log.warn(last);
    return this.#count <= this.#most;
  }
}
