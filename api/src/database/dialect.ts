import { PostgresAdapter, sql } from 'kysely';
import type { Database } from './schema.ts';

/** Whether a database is PostgreSQL, for the few places where SQLite needs no lock, or has none. */
export const isPostgres = (database: Database): boolean => database.getExecutor().adapter instanceof PostgresAdapter;

/**
 * Makes transactions that name the same thing run one after the other. On SQLite they do so anyway: a transaction
 * holds the write lock from its beginning.
 */
export async function lockInTransaction(transaction: Database, name: string): Promise<void> {
  if (isPostgres(transaction))
    await sql`select pg_advisory_xact_lock(hashtextextended(${name}, 0))`.execute(transaction);
}
