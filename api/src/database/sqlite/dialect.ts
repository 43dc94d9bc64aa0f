import type { DatabaseSync } from 'node:sqlite';
import {
  CompiledQuery,
  type DatabaseConnection,
  type Driver,
  SqliteAdapter,
  SqliteDialect,
  type SqliteDialectConfig,
  SqliteDriver,
} from 'kysely';
import { kyselyStatements } from './statements.ts';

/**
 * Takes the write lock when a transaction begins: one that first reads and then writes could otherwise fail half-way.
 * After some failures, such as a full disk, SQLite has rolled back by itself: a second time would hide what had failed.
 */
class ImmediateDriver extends SqliteDriver {
  readonly #database: DatabaseSync;

  constructor(config: SqliteDialectConfig, database: DatabaseSync) {
    super(config);
    this.#database = database;
  }

  override async beginTransaction(connection: DatabaseConnection): Promise<void> {
    await connection.executeQuery(CompiledQuery.raw('begin immediate'));
  }

  override async rollbackTransaction(connection: DatabaseConnection): Promise<void> {
    if (this.#database.isTransaction) await super.rollbackTransaction(connection);
  }
}

/** Lets migrations run in one transaction, so that a killed process leaves no half of one, and two processes don't collide. */
class TransactionalAdapter extends SqliteAdapter {
  override get supportsTransactionalDdl(): boolean {
    return true;
  }
}

/** Kysely's SQLite dialect on Node's own SQLite. */
export class NodeSqliteDialect extends SqliteDialect {
  readonly #config: SqliteDialectConfig;
  readonly #database: DatabaseSync;

  constructor(database: DatabaseSync) {
    const config = { database: kyselyStatements(database) };
    super(config);
    this.#config = config;
    this.#database = database;
  }

  override createDriver(): Driver {
    return new ImmediateDriver(this.#config, this.#database);
  }

  override createAdapter(): SqliteAdapter {
    return new TransactionalAdapter();
  }
}
