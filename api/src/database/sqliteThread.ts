/** The program of a thread that has one connection to a SQLite file. Only this thread waits for locks and for the disk. */
import { mkdirSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite';
import { parentPort, workerData } from 'node:worker_threads';
import type { ConnectionOptions, Reply, Request, StatementResult } from './SqliteConnection.ts';

const { file, isReader, identity, lockWait } = workerData as ConnectionOptions;
const port = parentPort;

/** More than the API's queries. Preparing a statement takes SQLite longer than running it. */
const maxPreparedStatements = 100;

/** The connection, with the identities of its open files. */
interface OpenFile {
  readonly database: DatabaseSync;
  readonly statements: Map<string, StatementSync>;
  readonly identity: string;
  readonly logIdentity: string;
}

let opened: OpenFile | undefined;

class MovedError extends Error {}

port?.on('message', (request: Request) => {
  port.postMessage(replyTo(request));
  // Without a port the thread ends.
  if (request.kind === 'close') port.close();
});

function replyTo(request: Request): Reply {
  const { id } = request;
  try {
    if (request.kind === 'close') {
      opened?.database.close();
      return { id, result: undefined };
    }
    opened ??= open();
    return { id, result: request.kind === 'open' ? opened.identity : run(opened, request.sql, request.parameters) };
  } catch (error) {
    if (error instanceof MovedError) return { id, isMoved: true };
    // Cloned between threads, an error would lose its codes.
    const { message, code, errcode } = error as Error & { readonly code?: unknown; readonly errcode?: unknown };
    return { id, failure: { message, code, errcode } };
  }
}

function open(): OpenFile {
  if (identity === undefined) mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
  else if (identityOf(file) !== identity) throw new MovedError();
  const database = new DatabaseSync(file, { timeout: lockWait, enableForeignKeyConstraints: true });
  try {
    // WAL: others read and write while one writes. FULL: what is committed survives a power cut.
    database.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL;');
    // What is deleted or changed is overwritten with zeros.
    database.exec('PRAGMA secure_delete = ON');
    if (isReader) database.exec('PRAGMA query_only = ON');
    // Reading makes SQLite open its log.
    database.exec('SELECT 1 FROM sqlite_schema');
    return { database, statements: new Map(), identity: identityOf(file), logIdentity: identityOf(`${file}-wal`) };
  } catch (error) {
    database.close();
    throw error;
  }
}

function run(connection: OpenFile, sql: string, parameters: readonly unknown[]): StatementResult {
  const { database } = connection;
  // SQLite rolls back by itself after some failures, such as a full disk. A second rollback would hide the cause.
  if (sql === 'rollback' && !database.isTransaction) return { rows: [] };
  if (!isReader && !database.isTransaction) assertInPlace(connection);
  const statement = prepare(connection, sql);
  // The typed tables let only text, numbers and null through.
  const values = parameters as SQLInputValue[];
  const result =
    statement.columns().length > 0 ? { rows: statement.all(...values) } : { rows: [], ...statement.run(...values) };
  // What is written to a deleted file is lost, and must not be reported as stored.
  if (!isReader && !database.isTransaction) assertInPlace(connection);
  return result;
}

function prepare({ database, statements }: OpenFile, sql: string): StatementSync {
  const known = statements.get(sql);
  if (known) return known;
  if (statements.size >= maxPreparedStatements) statements.clear();
  const statement = database.prepare(sql);
  statements.set(sql, statement);
  return statement;
}

function assertInPlace(connection: OpenFile): void {
  const isInPlace = identityOf(file) === connection.identity && identityOf(`${file}-wal`) === connection.logIdentity;
  if (!isInPlace) throw new MovedError();
}

/** The identity of the file at a path. Another file of the same name has another one; a missing file has an empty one. */
function identityOf(path: string): string {
  const { dev, ino } = statSync(path, { bigint: true, throwIfNoEntry: false }) ?? {};
  return ino === undefined ? '' : `${dev}:${ino}`;
}
