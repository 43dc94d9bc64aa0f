import { existsSync } from 'node:fs';
import { type Dialect, Kysely, type Logger } from 'kysely';
import { createUsageTable } from '../usage/table.ts';
import { postgresOpenFailure, sqliteOpenFailure } from './failures.ts';
import { isInUse, migrate } from './migrate.ts';
import { migrationsFor } from './migrations.ts';
import { keepCountsOutOfLog, postgresDialect } from './postgres.ts';
import type { Database, Tables } from './schema.ts';
import { SqliteThreadDialect, sqliteFile } from './sqlite.ts';

/** Where the database is. */
export interface DatabaseOptions {
  /** Folder of the embedded SQLite database, created if missing. */
  readonly dataDir: string;
  /** Address of a PostgreSQL database to use instead, such as `postgresql://user:password@host/name`. */
  readonly databaseUrl?: string | undefined;
  /** Whether a new database begins with the sample news. */
  readonly sampleNews?: boolean | undefined;
  /** Called after each statement. */
  readonly onStatement?: Logger;
}

/** Kysely's dialect of a database. */
export const dialectOf = ({ dataDir, databaseUrl }: Pick<DatabaseOptions, 'dataDir' | 'databaseUrl'>): Dialect =>
  databaseUrl ? postgresDialect(databaseUrl) : new SqliteThreadDialect(sqliteFile(dataDir));

/**
 * Opens the site's database and brings its tables up to date.
 *
 * @param dialect of the same database, for who keeps its driver
 * @throws {OperatorError} with a code and what to do
 */
export async function openDatabase(
  { dataDir, databaseUrl, sampleNews, onStatement }: DatabaseOptions,
  dialect = dialectOf({ dataDir, databaseUrl }),
): Promise<Database> {
  try {
    const database = new Kysely<Tables>({ dialect, ...(onStatement && { log: onStatement }) });
    try {
      await migrate(database, migrationsFor({ sampleNews }));
      await createUsageTable(database);
      await keepCountsOutOfLog(database);
      return database;
    } catch (error) {
      await database.destroy();
      throw error;
    }
  } catch (error) {
    throw openFailure(error, { dataDir, databaseUrl });
  }
}

/**
 * The same for a database that some program has begun: this never begins one.
 *
 * @returns undefined when there is none
 * @throws {OperatorError} as `openDatabase`
 */
export async function openExisting(options: DatabaseOptions): Promise<Database | undefined> {
  if (!options.databaseUrl && !existsSync(sqliteFile(options.dataDir))) return undefined;
  const found = new Kysely<Tables>({ dialect: dialectOf(options) });
  try {
    if (!(await isInUse(found))) return undefined;
  } catch (error) {
    throw openFailure(error, options);
  } finally {
    await found.destroy();
  }
  return await openDatabase(options);
}

const openFailure = (error: unknown, { dataDir, databaseUrl }: DatabaseOptions) =>
  databaseUrl ? postgresOpenFailure(error, databaseUrl) : sqliteOpenFailure(error, dataDir);
