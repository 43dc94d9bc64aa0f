import type { FastifyBaseLogger } from 'fastify';
import type { Database } from '../database/schema.ts';
import { limits } from '../limits.ts';
import { type TidyOptions, tidy } from './tidy.ts';

/** Tidies the database at once, and then every day. */
export class Housekeeper {
  readonly #tidy: () => Promise<void>;
  #timer: NodeJS.Timeout | undefined;
  #running: Promise<void> | undefined;

  constructor(database: Database, options: TidyOptions, log: Pick<FastifyBaseLogger, 'error'>) {
    this.#tidy = () =>
      tidy(database, options).catch((error: unknown) => log.error({ err: error }, 'the database was not tidied'));
  }

  start(): void {
    const run = () => {
      this.#running = this.#tidy();
    };
    run();
    this.#timer = setInterval(run, limits.housekeeping).unref();
  }

  async stop(): Promise<void> {
    clearInterval(this.#timer);
    await this.#running;
  }
}
