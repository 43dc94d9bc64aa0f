import type { DatabaseConnection, Dialect, Driver, TransactionSettings } from 'kysely';

/** A driver for a database that isn't open yet: until then, every use of it fails with the reason. */
export class LateDriver implements Driver {
  #driver: Driver | undefined;
  /** Why it isn't open; undefined when it is. */
  failure: Error | undefined;

  constructor(failure: Error) {
    this.failure = failure;
  }

  /** Uses the driver of the open database from now on. */
  use(driver: Driver): void {
    this.#driver = driver;
    this.failure = undefined;
  }

  /** Kysely calls it again after a failure. */
  async init(): Promise<void> {
    this.#opened();
  }

  async acquireConnection(): Promise<DatabaseConnection> {
    return await this.#opened().acquireConnection();
  }

  async beginTransaction(connection: DatabaseConnection, settings: TransactionSettings): Promise<void> {
    await this.#opened().beginTransaction(connection, settings);
  }

  async commitTransaction(connection: DatabaseConnection): Promise<void> {
    await this.#opened().commitTransaction(connection);
  }

  async rollbackTransaction(connection: DatabaseConnection): Promise<void> {
    await this.#opened().rollbackTransaction(connection);
  }

  async releaseConnection(connection: DatabaseConnection): Promise<void> {
    await this.#opened().releaseConnection(connection);
  }

  /** Kysely closes only what was used: `close` does it. */
  async destroy(): Promise<void> {}

  async close(): Promise<void> {
    await this.#driver?.destroy();
  }

  #opened(): Driver {
    if (this.#driver) return this.#driver;
    throw this.failure;
  }
}

/** A dialect with another driver. */
export const withDriver = (dialect: Dialect, driver: Driver): Dialect => ({
  createDriver: () => driver,
  createAdapter: () => dialect.createAdapter(),
  createQueryCompiler: () => dialect.createQueryCompiler(),
  createIntrospector: (database) => dialect.createIntrospector(database),
});
