import { isUnreachable } from './postgres/unreachable.ts';

/** SQLite: busy, locked, read-only, input/output error, disk full, can't open. @see https://sqlite.org/rescode.html */
const sqliteCodes: ReadonlySet<number> = new Set([5, 6, 8, 10, 13, 14]);

/** PostgreSQL: out of resources such as disk and memory (class 53), read-only. */
const postgresCodes = /^(?:53\w{3}|25006)$/;

/** Whether a failure means that the database can't be read or written just now, while nothing is wrong with the request. */
export function isStorageFailure(error: unknown): error is Error {
  if (!(error instanceof Error)) return false;
  // The low byte is the primary code; the rest only refines it.
  if ('errcode' in error) return typeof error.errcode === 'number' && sqliteCodes.has(error.errcode & 0xff);
  return ('code' in error && postgresCodes.test(String(error.code))) || isUnreachable(error);
}
