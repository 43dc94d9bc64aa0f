import { setTimeout as delay } from 'node:timers/promises';
import { contactFields } from '@site/shared/contract/contact/fields.ts';
import { sql } from 'kysely';
import { limits } from '../limits.ts';
import { connectionFailure } from './failures.ts';
import { isPostgres } from './postgres.ts';
import type { Database } from './schema.ts';

/** SQLite's `user_version` once the file is also free of rows that were deleted before connections used `secure_delete`. */
const cleanVersion = 1;

/**
 * Removes deleted data from the disk, where it is still in free space and in SQLite's log, by rewriting the tables. Messages
 * wait meanwhile.
 *
 * @returns whether it did: rewriting a database larger than `limits.rewrite` would block messages for too long
 * @throws {OperatorError} `DATABASE_BUSY` when others are still reading deleted rows after `limits.earlierReaders`
 */
export async function forgetDeleted(database: Database): Promise<boolean> {
  const isTooLarge = (await sizeOf(database)) > limits.rewrite;
  if (isPostgres(database)) {
    // First, because changing a table waits for its readers, and messages wait for the change.
    await earlierReadersGone(database);
    await forgetStatistics(database);
    await earlierReadersGone(database);
    await sql`vacuum full pg_statistic`.execute(database);
    if (!isTooLarge) await sql`vacuum full messages, outbox, rate_counts, address_keys`.execute(database);
    return !isTooLarge;
  }
  if (isTooLarge) return false;
  await sql`vacuum`.execute(database);
  await sql`pragma user_version = ${sql.lit(cleanVersion)}`.execute(database);
  const { rows } = await sql<{ busy: number }>`pragma wal_checkpoint(truncate)`.execute(database);
  if (rows[0]?.busy === 0) return true;
  await markUnclean(database);
  throw connectionFailure('DATABASE_BUSY', 'Others have been reading the database for seconds.');
}

/** Notes in SQLite's file that deleted rows may be left in it. */
export async function markUnclean(database: Database): Promise<void> {
  await sql`pragma user_version = 0`.execute(database);
}

/**
 * PostgreSQL's planner keeps frequent values of columns, which may be visitors' words. No query needs them. Setting a
 * column's type drops its statistics.
 */
async function forgetStatistics(database: Database): Promise<void> {
  const without = (column: string) =>
    sql`alter column ${sql.ref(column)} type text, alter column ${sql.ref(column)} set statistics 0`;
  await sql`alter table messages ${sql.join(contactFields.map(without))}`.execute(database);
  await sql`alter table outbox ${without('last_error')}`.execute(database);
}

/**
 * Waits for all transactions that began before now: VACUUM keeps deleted rows that one of them may still see. A transaction
 * that changes another database of the server counts, too, because it holds back every snapshot, also VACUUM's own.
 */
async function earlierReadersGone(database: Database): Promise<void> {
  const {
    rows: [now],
  } = await sql<{ id: string }>`select pg_current_xact_id()::text as id`.execute(database);
  const { wait, poll } = limits.earlierReaders;
  for (const end = Date.now() + wait; Date.now() < end; await delay(poll)) {
    const { rows } = await sql`
      select where pg_snapshot_xmin(pg_current_snapshot()) < ${now?.id}::xid8 or exists (
        select from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()
          and age(backend_xmin) > age(${now?.id}::xid))`.execute(database);
    if (rows.length === 0) return;
  }
  throw connectionFailure('DATABASE_BUSY', 'Others have been reading the database for seconds.');
}

/** Whether deleted rows may be left in SQLite's file, by an earlier version or since others were reading. */
export async function hasOldRemains(database: Database): Promise<boolean> {
  if (isPostgres(database)) return false;
  const { rows } = await sql<{ user_version: number }>`pragma user_version`.execute(database);
  return Number(rows[0]?.user_version) < cleanVersion;
}

/** In bytes. */
async function sizeOf(database: Database): Promise<number> {
  const { rows } = isPostgres(database)
    ? await sql<{
        size: string;
      }>`select pg_total_relation_size('messages') + pg_total_relation_size('outbox') as size`.execute(database)
    : await sql<{
        size: number;
      }>`select page_count * page_size as size from pragma_page_count, pragma_page_size`.execute(database);
  return Number(rows[0]?.size);
}
