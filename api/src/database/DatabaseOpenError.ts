/** Why the database could not be opened. */
export type DatabaseOpenErrorCode =
  | 'DATA_DIR_NOT_WRITABLE'
  | 'DATABASE_BUSY'
  | 'DATABASE_DAMAGED'
  | 'DATABASE_NEWER'
  | 'DATABASE_FAILED'
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
  DISK_FULL: 'Free some space on its disk and try again.',
};

/** The database could not be opened; the message says why, and what to do. */
export class DatabaseOpenError extends Error {
  override readonly name = 'DatabaseOpenError';
  readonly code: DatabaseOpenErrorCode;

  constructor(code: DatabaseOpenErrorCode, where: string, cause: unknown) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    super(`The database in "${where}" can't be opened (${code}): ${reason}. ${advice[code]}`, { cause });
    this.code = code;
  }
}
