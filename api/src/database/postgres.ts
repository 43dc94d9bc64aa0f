import { PostgresAdapter, PostgresDialect, type PostgresPool, type PostgresPoolClient, sql } from 'kysely';
import type { Pool, PoolClient } from 'pg';
import { serverAddresses } from '../databaseAddress.ts';
import { limits } from '../limits.ts';
import type { Database } from './schema.ts';
import { primaryOf } from './servers.ts';

/** Kysely's PostgreSQL dialect on a pool of connections. Every call has a timeout: a silent database is an error. */
export const postgresDialect = (url: string): PostgresDialect =>
  new PostgresDialect({ pool: async () => withoutLostClients(await openPool(url), serverAddresses(url).length) });

/** Opens the pool. Its library is loaded here: sites on SQLite start without it. */
async function openPool(url: string): Promise<Pool> {
  const { default: pg } = await import('pg');
  const { connections, connect, statement, idle, answer } = limits.postgres;
  const pool = new pg.Pool({
    ...primaryOf(pg.Client, url),
    max: connections,
    connectionTimeoutMillis: connect,
    query_timeout: answer,
    statement_timeout: statement,
    idle_in_transaction_session_timeout: idle,
    keepAlive: true,
    application_name: 'site',
  });
  // Without a listener, a broken connection would end the process. Its query fails anyway, or the next one reconnects.
  pool.on('error', () => {});
  pool.on('connect', (client) => client.on('error', () => {}));
  return pool;
}

/**
 * A connection that has not answered isn't used again: the pool would give it to another transaction while the server may
 * still be running the first one's statement.
 *
 * @param servers how many there are: each is tried
 */
function withoutLostClients(pool: Pool, servers: number): PostgresPool {
  const connect = async (others = servers - 1): Promise<PoolClient> => {
    try {
      return await pool.connect();
    } catch (error) {
      if (others === 0) throw error;
      return await connect(others - 1);
    }
  };
  return { connect: async () => discardIfLost(await connect()), end: () => pool.end(), options: pool.options };
}

function discardIfLost(client: PoolClient): PostgresPoolClient {
  let loss: Error | undefined;
  const query = async (text: string, parameters: readonly unknown[]) => {
    if (loss) throw loss;
    try {
      return await client.query(text, [...parameters]);
    } catch (error) {
      // An error with a code is the server's own answer.
      if (error instanceof Error && !('code' in error)) loss = error;
      throw error;
    }
  };
  const release = (isLost?: boolean) => client.release(isLost || loss !== undefined);
  // Without cursors, which this project doesn't use.
  return { query, release } as unknown as PostgresPoolClient;
}

/** Whether a database is PostgreSQL, for the few places where SQLite needs no lock or has none. */
export const isPostgres = (database: Database): boolean => database.getExecutor().adapter instanceof PostgresAdapter;

/**
 * Makes a transaction's commit wait until everything that it has read is on disk, and on the standby if there is a synchronous
 * one. PostgreSQL makes only commits wait that have written something: after a crash, what a transaction reads may not yet have
 * reached the standby.
 */
export async function commitDurably(transaction: Database): Promise<void> {
  if (isPostgres(transaction)) await sql`select pg_logical_emit_message(true, 'site', '')`.execute(transaction);
}

/**
 * Keeps counts, and the keys that hash addresses, out of PostgreSQL's write-ahead log: archives and physical backups would have
 * them for weeks. After a crash, and on a promoted standby, these tables are empty.
 */
export async function keepCountsOutOfLog(database: Database): Promise<void> {
  if (!isPostgres(database)) return;
  const { rows } = await sql<{ name: string }>`select relname as name from pg_class where relpersistence = 'p'
    and oid in ('rate_counts'::regclass, 'address_keys'::regclass)`.execute(database);
  for (const { name } of rows) await sql`alter table ${sql.table(name)} set unlogged`.execute(database);
}

/**
 * Makes transactions that lock the same name run one after the other. SQLite needs no lock: its transactions hold the
 * write lock from the beginning.
 */
export async function lockInTransaction(transaction: Database, name: string): Promise<void> {
  if (isPostgres(transaction))
    await sql`select pg_advisory_xact_lock(hashtextextended(${name}, 0))`.execute(transaction);
}
