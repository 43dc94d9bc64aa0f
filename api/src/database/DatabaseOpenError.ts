import { OperatorError } from '@site/shared/contract/OperatorError.ts';
/** Why the database could not be opened. */
export type DatabaseOpenErrorCode =
  | 'DATA_DIR_NOT_WRITABLE'
  | 'DATABASE_BUSY'
  | 'DATABASE_DAMAGED'
  | 'DATABASE_NEWER'
  | 'DATABASE_FAILED'
  | 'DATABASE_REFUSED'
  | 'DATABASE_UNREACHABLE'
  | 'DISK_FULL';

/** What to do about each of them. */
const advice: Readonly<Record<DatabaseOpenErrorCode, string>> = {
  DATA_DIR_NOT_WRITABLE: 'Set DATA_DIR to a folder that this user may write to.',
  DATABASE_BUSY: 'Another process has been writing to it for seconds. Wait for it, or stop it, and try again.',
  DATABASE_DAMAGED:
    'The file is not a sound SQLite database. Put a backup in its place, or move it away to start anew.',
  DATABASE_NEWER:
    'A newer version of the site has used it. Start that version, or put a backup from before in its place.',
  DATABASE_FAILED: 'The cause above is all that is known.',
  DATABASE_REFUSED:
    'Check user, password and database name in DATABASE_URL; the user must be allowed to make tables there.',
  DATABASE_UNREACHABLE: 'Start PostgreSQL, or correct host and port in DATABASE_URL.',
  DISK_FULL: 'Free some space on its disk and try again.',
};

/** The database could not be opened; the message says why, and what to do. */
export function databaseOpenError(code: DatabaseOpenErrorCode, where: string, cause: unknown): OperatorError {
  const reason = cause instanceof Error ? cause.message : String(cause);
  return new OperatorError(code, `The database at "${where}" can't be opened: ${reason}. ${advice[code]}`, cause);
}
