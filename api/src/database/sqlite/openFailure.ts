import type { OperatorError } from '@site/shared/contract/OperatorError.ts';
import { type DatabaseOpenErrorCode, databaseOpenError } from '../DatabaseOpenError.ts';

/** Result codes of SQLite. @see https://sqlite.org/rescode.html */
const bySqliteCode: Readonly<Record<number, DatabaseOpenErrorCode>> = {
  5: 'DATABASE_BUSY',
  8: 'DATA_DIR_NOT_WRITABLE',
  11: 'DATABASE_DAMAGED',
  13: 'DISK_FULL',
  14: 'DATA_DIR_NOT_WRITABLE',
  26: 'DATABASE_DAMAGED',
};

const bySystemCode: Readonly<Record<string, DatabaseOpenErrorCode>> = {
  EACCES: 'DATA_DIR_NOT_WRITABLE',
  EEXIST: 'DATA_DIR_NOT_WRITABLE',
  ENOENT: 'DATA_DIR_NOT_WRITABLE',
  ENOSPC: 'DISK_FULL',
  ENOTDIR: 'DATA_DIR_NOT_WRITABLE',
  EPERM: 'DATA_DIR_NOT_WRITABLE',
  EROFS: 'DATA_DIR_NOT_WRITABLE',
};

/** The error of an opening that failed, in words that help. */
export function openFailure(cause: unknown, where: string): OperatorError {
  return databaseOpenError(codeOf(cause), where, cause);
}

function codeOf(cause: unknown): DatabaseOpenErrorCode {
  if (!(cause instanceof Error)) return 'DATABASE_FAILED';
  // Kysely has no error class for a migration that this version doesn't know.
  if (cause.message.startsWith('corrupted migrations')) return 'DATABASE_NEWER';
  if ('errcode' in cause && typeof cause.errcode === 'number') {
    // The low byte is the primary code; the rest only refines it.
    return bySqliteCode[cause.errcode & 0xff] ?? 'DATABASE_FAILED';
  }
  if ('code' in cause && typeof cause.code === 'string') return bySystemCode[cause.code] ?? 'DATABASE_FAILED';
  return 'DATABASE_FAILED';
}
