import { Kysely } from 'kysely';
import { migrate } from './migrate.ts';
import { postgresDialect } from './postgres/dialect.ts';
import { openFailure as postgresFailure } from './postgres/openFailure.ts';
import type { Database, Tables } from './schema.ts';
import { NodeSqliteDialect } from './sqlite/dialect.ts';
import { openSqliteFile } from './sqlite/file.ts';
import { openFailure as sqliteFailure } from './sqlite/openFailure.ts';

/** Where the database is. */
export interface DatabaseOptions {
  /** Folder of the embedded database; made when it isn't there. */
  readonly dataDir: string;
  /** Address of a PostgreSQL database, such as `postgresql://user:password@host/name`, used instead of the embedded one. */
  readonly databaseUrl?: string | undefined;
}

/**
 * Opens the site's database and brings its tables up to date.
 *
 * @throws {OperatorError} with a code and what to do
 */
export async function openDatabase({ dataDir, databaseUrl }: DatabaseOptions): Promise<Database> {
  try {
    const dialect = databaseUrl ? postgresDialect(databaseUrl) : new NodeSqliteDialect(openSqliteFile(dataDir));
    const database = new Kysely<Tables>({ dialect });
    await migrate(database).catch(async (error: unknown) => {
      await database.destroy();
      throw error;
    });
    return database;
  } catch (error) {
    throw databaseUrl ? postgresFailure(error, databaseUrl) : sqliteFailure(error, dataDir);
  }
}
