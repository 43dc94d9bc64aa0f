import { PostgresDialect } from 'kysely';
import pg from 'pg';
import { limits } from '../../limits.ts';

/** Kysely's PostgreSQL dialect on a pool of connections. No call waits for ever: a database that is silent is an error. */
export function postgresDialect(url: string): PostgresDialect {
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
  // A connection that breaks, idle or in use, would end the process. Its query fails as well, or the next one opens another.
  pool.on('error', () => {});
  pool.on('connect', (client) => client.on('error', () => {}));
  return new PostgresDialect({ pool });
}
