import { PostgresAdapter, PostgresDialect, sql } from 'kysely';
import type { Pool } from 'pg';
import { limits } from '../limits.ts';
import type { Database } from './schema.ts';

/** Kysely's PostgreSQL dialect on a pool of connections. Every call has a timeout: a silent database is an error. */
export const postgresDialect = (url: string): PostgresDialect => new PostgresDialect({ pool: () => openPool(url) });

/** Opens the pool. Its library is loaded here: sites on SQLite start without it. */
async function openPool(url: string): Promise<Pool> {
  const { default: pg } = await import('pg');
  const { connections, connect, statement } = limits.postgres;
  const pool = new pg.Pool({
    connectionString: url,
    max: connections,
    connectionTimeoutMillis: connect,
    query_timeout: statement,
    statement_timeout: statement,
    keepAlive: true,
    application_name: 'site',
  });
  // An unhandled error event of a broken connection would end the process. Its query fails as well, or the next one reconnects.
  pool.on('error', () => {});
  pool.on('connect', (client) => client.on('error', () => {}));
  return pool;
}

/** Whether a database is PostgreSQL, for the few places where SQLite needs no lock or has none. */
export const isPostgres = (database: Database): boolean => database.getExecutor().adapter instanceof PostgresAdapter;

/**
 * Makes transactions that lock the same name run one after the other. SQLite needs no lock: its transactions hold the
 * write lock from the beginning.
 */
export async function lockInTransaction(transaction: Database, name: string): Promise<void> {
  if (isPostgres(transaction))
    await sql`select pg_advisory_xact_lock(hashtextextended(${name}, 0))`.execute(transaction);
}
