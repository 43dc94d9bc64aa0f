import { setTimeout as delay } from 'node:timers/promises';
import { backoff } from '@site/node/CircuitBreaker.ts';
import { OperatorError } from '@site/shared/contract/OperatorError.ts';
import type { FastifyBaseLogger } from 'fastify';
import { Kysely } from 'kysely';
import { limits } from '../limits.ts';
import { connectionFailure, mayPass } from './failures.ts';
import { LateDriver, withDriver } from './LateDriver.ts';
import { type DatabaseOptions, dialectOf, openDatabase } from './open.ts';
import type { Database, Tables } from './schema.ts';

type Log = Pick<FastifyBaseLogger, 'warn' | 'error'>;

/**
 * A database that a server can start without. Until it is open and its tables are up to date, it is tried again and again, and
 * whatever needs it fails, as while it is away.
 */
export class DatabaseOpening {
  readonly database: Database;
  readonly #options: DatabaseOptions;
  readonly #driver = new LateDriver(connectionFailure('DATABASE_BUSY', 'The database has not answered yet.'));
  readonly #since = new Date();
  readonly #opened = Promise.withResolvers<void>();
  readonly #stopping = new AbortController();
  #running = Promise.resolve();
  #log: Log | undefined;
  #lastLogged: Error | undefined;

  /**
   * Begins to open a database, and waits for it, but not long.
   *
   * @throws {OperatorError} when it can't be opened for a reason that doesn't pass, such as a wrong password
   */
  static async begin(options: DatabaseOptions): Promise<DatabaseOpening> {
    const opening = new DatabaseOpening(options);
    const first = opening.#try();
    const failure = await Promise.race([first, delay(limits.opening.wait, undefined, { ref: false })]);
    if (failure && !mayPass(failure, options.dataDir)) throw failure;
    opening.#running = opening.#goOn(first);
    return opening;
  }

  private constructor(options: DatabaseOptions) {
    const { onStatement } = options;
    this.#options = options;
    this.database = new Kysely<Tables>({
      dialect: withDriver(dialectOf(options), this.#driver),
      ...(onStatement && { log: onStatement }),
    });
  }

  /** Resolves when it is open. */
  get opened(): Promise<void> {
    return this.#opened.promise;
  }

  /** What is wrong while it isn't open, without its address. */
  get problem(): string | undefined {
    const { failure } = this.#driver;
    const code = failure instanceof OperatorError ? failure.code : 'DATABASE_FAILED';
    return failure && `It can’t be opened (${code}), since ${this.#since.toISOString()}. The log says why.`;
  }

  /** Logs why it isn't open, each reason once, and when it is. */
  logTo(log: Log): void {
    this.#log = log;
    this.#report();
  }

  async close(): Promise<void> {
    this.#stopping.abort();
    await this.#running;
    await this.database.destroy();
    await this.#driver.close();
  }

  async #goOn(first: Promise<OperatorError | undefined>): Promise<void> {
    const { signal } = this.#stopping;
    let failure = await first;
    for (let failures = 1; failure && !signal.aborted; failures += 1) {
      this.#driver.failure = failure;
      this.#report();
      const pause = backoff(failures, limits.opening.backoff);
      await delay(pause, undefined, { signal, ref: false }).catch(() => {});
      if (!signal.aborted) failure = await this.#try();
    }
    if (failure || signal.aborted) return;
    if (this.#lastLogged) this.#log?.warn('The database is open: messages and news are available again.');
    this.#opened.resolve();
  }

  /** Opens it once, with connections of its own: earlier ones may know a file that was replaced. */
  async #try(): Promise<OperatorError | undefined> {
    const { onStatement: _, ...options } = this.#options;
    const dialect = dialectOf(options);
    const driver = dialect.createDriver();
    try {
      await openDatabase(options, withDriver(dialect, driver));
    } catch (error) {
      return error as OperatorError;
    }
    this.#driver.use(driver);
    return undefined;
  }

  #report(): void {
    const { failure } = this.#driver;
    if (!failure || !this.#log || failure.message === this.#lastLogged?.message) return;
    this.#lastLogged = failure;
    this.#log.error(`${failure.message} It is tried again every few seconds. Until then no message is stored.`);
  }
}
