import type { OperatorError } from '@site/shared/contract/OperatorError.ts';
import { type DatabaseOpenErrorCode, databaseOpenError } from '../DatabaseOpenError.ts';
import { isUnreachable } from './unreachable.ts';

/** SQLSTATE codes. @see https://www.postgresql.org/docs/current/errcodes-appendix.html */
const bySqlState: Readonly<Record<string, DatabaseOpenErrorCode>> = {
  '28000': 'DATABASE_REFUSED',
  '28P01': 'DATABASE_REFUSED',
  '3D000': 'DATABASE_REFUSED',
  '42501': 'DATABASE_REFUSED',
  '53100': 'DISK_FULL',
};

/** The error of an opening that failed, in words that help and without the password. */
export function openFailure(cause: unknown, url: string): OperatorError {
  return databaseOpenError(codeOf(cause), withoutPassword(url), cause);
}

function codeOf(cause: unknown): DatabaseOpenErrorCode {
  if (!(cause instanceof Error)) return 'DATABASE_FAILED';
  // Kysely has no error class for a migration that this version doesn't know.
  if (cause.message.startsWith('corrupted migrations')) return 'DATABASE_NEWER';
  const known = 'code' in cause && typeof cause.code === 'string' ? bySqlState[cause.code] : undefined;
  return known ?? (isUnreachable(cause) ? 'DATABASE_UNREACHABLE' : 'DATABASE_FAILED');
}

function withoutPassword(url: string): string {
  const { protocol, host, pathname } = new URL(url);
  return `${protocol}//${host}${pathname}`;
}
