import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import {
  type CompiledQuery,
  type DatabaseConnection,
  type Driver,
  type QueryResult,
  SelectQueryNode,
  SqliteAdapter,
  SqliteDialect,
} from 'kysely';
import { limits } from '../limits.ts';
import { connectionFailure } from './failures.ts';
import { SqliteConnection, type StatementResult } from './SqliteConnection.ts';

/** The database file in a data folder. */
export const sqliteFile = (dataDir: string): string => join(dataDir, 'site.sqlite');

/** Kysely's dialect for a SQLite file that is opened in threads. Creates the file and its folder if missing. */
export class SqliteThreadDialect extends SqliteDialect {
  readonly #file: string;
  readonly #waits: SqliteWaits;

  constructor(file: string, waits: SqliteWaits = limits.sqlite) {
    // The parent's driver, which is replaced below, would open it.
    super({ database: () => Promise.reject(new Error('unused')) });
    this.#file = file;
    this.#waits = waits;
  }

  override createDriver(): Driver {
    return new ThreadDriver(this.#file, this.#waits);
  }

  override createAdapter(): SqliteAdapter {
    return new TransactionalAdapter();
  }
}

/** How long to wait, in milliseconds. */
interface SqliteWaits {
  /** For other writers, in this process and then in others. */
  readonly lock: number;
  /** For a statement, including the wait for other processes. */
  readonly statement: number;
}

class TransactionalAdapter extends SqliteAdapter {
  /** Runs all migrations in one transaction: a killed process leaves none half-done, and two processes don't collide. */
  override get supportsTransactionalDdl(): boolean {
    return true;
  }

  /** The driver itself runs writing transactions one after the other, while reads continue. */
  override get supportsMultipleConnections(): boolean {
    return true;
  }
}

/** Has one connection that writes and one that reads: reading never waits for a lock. */
class ThreadDriver implements Driver {
  readonly #file: string;
  readonly #waits: SqliteWaits;
  readonly #turns: Turns;
  #identity: string | undefined;
  #writer: SqliteConnection;
  #reader: SqliteConnection | undefined;

  constructor(file: string, waits: SqliteWaits) {
    this.#file = file;
    this.#waits = waits;
    this.#turns = new Turns(waits.lock);
    this.#writer = this.#connect(false);
  }

  async init(): Promise<void> {
    try {
      this.#identity = await this.#writer.open();
    } catch (error) {
      await this.#writer.close();
      throw error;
    }
  }

  async acquireConnection(): Promise<DatabaseConnection> {
    return new Session(this);
  }

  async beginTransaction(session: Session): Promise<void> {
    await session.begin();
  }

  async commitTransaction(session: Session): Promise<void> {
    await session.commit();
  }

  async rollbackTransaction(session: Session): Promise<void> {
    await session.rollback();
  }

  async releaseConnection(session: Session): Promise<void> {
    session.release();
  }

  /** The connection that reads. A lost one is replaced. */
  reader(): SqliteConnection {
    if (!this.#reader || this.#reader.isLost) this.#reader = this.#connect(true);
    return this.#reader;
  }

  /** Waits for its turn to write. The caller must call `done`. A lost connection is replaced. */
  async writer(): Promise<{ readonly connection: SqliteConnection; readonly done: () => void }> {
    const done = await this.#turns.take();
    if (this.#writer.isLost) this.#writer = this.#connect(false);
    return { connection: this.#writer, done };
  }

  async destroy(): Promise<void> {
    await this.#turns.take().catch(() => {});
    await this.#reader?.close();
    await this.#writer.close();
  }

  #connect(isReader: boolean): SqliteConnection {
    const { lock: lockWait, statement: timeout } = this.#waits;
    const known = this.#identity === undefined ? {} : { identity: this.#identity };
    return new SqliteConnection({ file: this.#file, isReader, ...known, lockWait, timeout });
  }
}

/** Kysely's connection: for a transaction, or for single statements. */
class Session implements DatabaseConnection {
  readonly #driver: ThreadDriver;
  /** All statements of a transaction go to the connection that began it: on another one they would run outside of it. */
  #transaction: { readonly connection: SqliteConnection; readonly done: () => void } | undefined;

  constructor(driver: ThreadDriver) {
    this.#driver = driver;
  }

  async executeQuery<Row>({ query, sql, parameters }: CompiledQuery): Promise<QueryResult<Row>> {
    if (this.#transaction) return resultOf(await this.#transaction.connection.run(sql, parameters));
    if (SelectQueryNode.is(query)) return resultOf(await this.#driver.reader().run(sql, parameters));
    const { connection, done } = await this.#driver.writer();
    try {
      return resultOf(await connection.run(sql, parameters));
    } finally {
      done();
    }
  }

  async *streamQuery<Row>(query: CompiledQuery): AsyncIterableIterator<QueryResult<Row>> {
    yield await this.executeQuery<Row>(query);
  }

  /** Takes the write lock at once: otherwise a transaction that reads before it writes could fail halfway. */
  async begin(): Promise<void> {
    const turn = await this.#driver.writer();
    try {
      await turn.connection.run('begin immediate');
      this.#transaction = turn;
    } catch (error) {
      turn.done();
      throw error;
    }
  }

  async commit(): Promise<void> {
    await this.#transaction?.connection.run('commit');
  }

  async rollback(): Promise<void> {
    // The end of a lost connection rolls back.
    if (this.#transaction?.connection.isLost === false) await this.#transaction.connection.run('rollback');
  }

  release(): void {
    this.#transaction?.done();
    this.#transaction = undefined;
  }
}

function resultOf<Row>({ rows, changes, lastInsertRowid }: StatementResult): QueryResult<Row> {
  return {
    rows: rows as Row[],
    ...(changes !== undefined && { numAffectedRows: BigInt(changes) }),
    ...(lastInsertRowid !== undefined && { insertId: BigInt(lastInsertRowid) }),
  };
}

/** Lets writers take turns. */
class Turns {
  readonly #wait: number;
  #last: Promise<void> = Promise.resolve();

  constructor(wait: number) {
    this.#wait = wait;
  }

  /**
   * Waits for earlier turns. Returns a function that ends this one.
   *
   * @throws {OperatorError} `DATABASE_BUSY` when they take too long
   */
  async take(): Promise<() => void> {
    const before = this.#last;
    const { promise, resolve: done } = Promise.withResolvers<void>();
    this.#last = before.then(() => promise);
    const stop = new AbortController();
    const late = delay(this.#wait, true, { signal: stop.signal }).catch(() => false);
    const isLate = await Promise.race([before.then(() => false), late]);
    stop.abort();
    if (!isLate) return done;
    done();
    throw connectionFailure('DATABASE_BUSY', 'Others have been writing to the database for seconds.');
  }
}
