import { accessSync, constants } from 'node:fs';
import { OperatorError } from '@site/shared/contract/OperatorError.ts';
import { databasePlace } from '../databaseAddress.ts';

/** Why the database could not be opened. */
type OpenFailureCode =
  | 'DATA_DIR_NOT_WRITABLE'
  | 'DATABASE_BUSY'
  | 'DATABASE_DAMAGED'
  | 'DATABASE_NEWER'
  | 'DATABASE_FAILED'
  | 'DATABASE_REFUSED'
  | 'DATABASE_UNREACHABLE'
  | 'DISK_FULL';

const advice: Readonly<Record<OpenFailureCode, string>> = {
  DATA_DIR_NOT_WRITABLE: 'Set DATA_DIR to a folder that this user may write to.',
  DATABASE_BUSY: 'Another process has been writing to it for seconds. Wait for it, or stop it, and try again.',
  DATABASE_DAMAGED:
    'The file is not a sound SQLite database. Restore a backup, or move the file away to start with an empty one.',
  DATABASE_NEWER: 'Start a version that can, or restore a backup from before.',
  DATABASE_FAILED: 'The cause above is all that is known.',
  DATABASE_REFUSED:
    'Check user, password and database name in DATABASE_URL; the user must be allowed to create tables there.',
  DATABASE_UNREACHABLE: 'Start PostgreSQL, or correct host and port in DATABASE_URL.',
  DISK_FULL: 'Free some space on its disk and try again.',
};

/** Why a database that is open can't be used. */
type ConnectionFailureCode = 'DATABASE_BUSY' | 'DATABASE_LOST' | 'DATABASE_MOVED';

const connectionAdvice: Readonly<Record<ConnectionFailureCode, string>> = {
  DATABASE_BUSY: 'Try again in a moment.',
  DATABASE_LOST: 'Another connection takes its place. When it lasts, look at the disk.',
  DATABASE_MOVED: 'Put the same file back, or restart the server to use the file that is there.',
};

/** The error of a call to the open database that failed outside of SQLite. */
export const connectionFailure = (code: ConnectionFailureCode, whatHappened: string): OperatorError =>
  new OperatorError(code, `${whatHappened} ${connectionAdvice[code]}`);

/** A later version has changed the tables in a way that this one can't go on with. */
export class NewerTablesError extends Error {
  override readonly name = 'NewerTablesError';

  constructor(changes: readonly { readonly name: string; readonly oldest: string | undefined }[], version: string) {
    const needs = changes.map(({ name, oldest }) => `${name} (needs ${oldest ?? 'the version that made it'})`);
    super(`a later version has changed its tables, and ${version} can't go on with ${needs.join(', ')}`);
  }
}

/** SQLite's primary result codes. @see https://sqlite.org/rescode.html */
const sqliteOpenCodes: Readonly<Record<number, OpenFailureCode>> = {
  5: 'DATABASE_BUSY',
  8: 'DATA_DIR_NOT_WRITABLE',
  11: 'DATABASE_DAMAGED',
  13: 'DISK_FULL',
  14: 'DATA_DIR_NOT_WRITABLE',
  26: 'DATABASE_DAMAGED',
};

const fileSystemCodes: Readonly<Record<string, OpenFailureCode>> = {
  EACCES: 'DATA_DIR_NOT_WRITABLE',
  EEXIST: 'DATA_DIR_NOT_WRITABLE',
  ENOENT: 'DATA_DIR_NOT_WRITABLE',
  ENOSPC: 'DISK_FULL',
  ENOTDIR: 'DATA_DIR_NOT_WRITABLE',
  EPERM: 'DATA_DIR_NOT_WRITABLE',
  EROFS: 'DATA_DIR_NOT_WRITABLE',
};

/** SQLSTATE codes. @see https://www.postgresql.org/docs/current/errcodes-appendix.html */
const postgresOpenCodes: Readonly<Record<string, OpenFailureCode>> = {
  '28000': 'DATABASE_REFUSED',
  '28P01': 'DATABASE_REFUSED',
  '3D000': 'DATABASE_REFUSED',
  '42501': 'DATABASE_REFUSED',
  '53100': 'DISK_FULL',
};

/** Connection errors (class 08), a starting or stopping server (57P01 to 57P03), too many connections, and network errors. */
const unreachableCodes =
  /^(?:08\w{3}|57P0[1-3]|53300|ECONNREFUSED|ECONNRESET|EPIPE|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|ENOTFOUND|EAI_AGAIN)$/;

/** Errors of the PostgreSQL driver that carry no code. */
const unreachableMessages =
  /^(?:timeout exceeded when trying to connect|Connection terminated|Query read timeout|Client .* is not queryable)/;

/** SQLite: busy, locked, read-only, input/output error, disk full, can't open. */
const sqliteStorageCodes: ReadonlySet<number> = new Set([5, 6, 8, 10, 13, 14]);

/**
 * PostgreSQL: out of disk, memory or the like (class 53), read-only, a timeout of a statement, a lock or an idle
 * transaction, or a conflict between transactions.
 */
const postgresStorageCodes = /^(?:53\w{3}|25006|25P03|40001|40P01|55P03|57014)$/;

/** Explains why SQLite could not open the database in a data folder, and what to do. */
export const sqliteOpenFailure = (cause: unknown, dataDir: string): OperatorError =>
  openFailure(dataDir, cause, (error) => {
    const code = sqliteCode(error);
    return code === undefined ? fileSystemCodes[errorCode(error)] : sqliteOpenCodes[code];
  });

/** Explains why PostgreSQL could not be opened and what to do, without the password. */
export const postgresOpenFailure = (cause: unknown, url: string): OperatorError => {
  return openFailure(
    `postgresql://${databasePlace(url).place}`,
    cause,
    (error) => postgresOpenCodes[errorCode(error)] ?? (isUnreachable(error) ? 'DATABASE_UNREACHABLE' : undefined),
  );
};

function openFailure(
  place: string,
  cause: unknown,
  codeOf: (error: Error) => OpenFailureCode | undefined,
): OperatorError {
  if (cause instanceof OperatorError) return cause;
  const error = cause instanceof Error ? cause : new Error(String(cause));
  const code = error instanceof NewerTablesError ? 'DATABASE_NEWER' : (codeOf(error) ?? 'DATABASE_FAILED');
  return new OperatorError(
    code,
    `The database at "${place}" can't be opened: ${error.message}. ${advice[code]}`,
    cause,
  );
}

/**
 * Whether the reason why a database can't be opened may pass while a server runs: it restarts, a disk fills up, a backup
 * replaces a damaged file. Other reasons are mistakes, which the start must show: a wrong password, or an older program.
 */
export const mayPass = (failure: OperatorError, dataDir: string): boolean => {
  switch (failure.code as OpenFailureCode) {
    case 'DATABASE_BUSY':
    case 'DATABASE_DAMAGED':
    case 'DATABASE_UNREACHABLE':
    case 'DISK_FULL':
      return true;
    case 'DATA_DIR_NOT_WRITABLE':
      // The file alone, which a command of another user may have made.
      return isWritableFolder(dataDir);
    case 'DATABASE_FAILED':
      return isStorageFailure(failure.cause);
    default:
      return false;
  }
};

function isWritableFolder(path: string): boolean {
  try {
    accessSync(`${path}/.`, constants.W_OK);
    return true;
  } catch {
    return false;
  }
}

/** Whether the database can't be read or written at the moment, through no fault of the request. */
export function isStorageFailure(error: unknown): error is Error {
  if (!(error instanceof Error)) return false;
  if (error instanceof OperatorError)
    return [connectionAdvice, advice].some((codes) => Object.hasOwn(codes, error.code));
  // A trigger's own words: see move.ts.
  if (error.message.startsWith('DATABASE_RELOCATED')) return true;
  const code = sqliteCode(error);
  if (code !== undefined) return sqliteStorageCodes.has(code);
  return postgresStorageCodes.test(errorCode(error)) || isUnreachable(error);
}

const isUnreachable = (error: Error): boolean =>
  unreachableCodes.test(errorCode(error)) || unreachableMessages.test(error.message);

const errorCode = (error: Error): string => ('code' in error ? String(error.code) : '');

/** SQLite's primary result code: the low byte. The other bytes only refine it. */
const sqliteCode = (error: Error): number | undefined =>
  'errcode' in error && typeof error.errcode === 'number' ? error.errcode & 0xff : undefined;
