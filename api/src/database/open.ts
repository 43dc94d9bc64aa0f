import { Kysely } from 'kysely';
import { migrate } from './migrate.ts';
import type { Database, Tables } from './schema.ts';
import { NodeSqliteDialect } from './sqlite/dialect.ts';
import { openSqliteFile } from './sqlite/file.ts';
import { openFailure } from './sqlite/openFailure.ts';

/** Where the database is. */
export interface DatabaseOptions {
  /** Folder of the embedded database; made when it isn't there. */
  readonly dataDir: string;
}

/**
 * Opens the site's database and brings its tables up to date.
 *
 * @throws {DatabaseOpenError} with a code and what to do
 */
export async function openDatabase({ dataDir }: DatabaseOptions): Promise<Database> {
  try {
    const database = new Kysely<Tables>({ dialect: new NodeSqliteDialect(openSqliteFile(dataDir)) });
    await migrate(database).catch(async (error: unknown) => {
      await database.destroy();
      throw error;
    });
    return database;
  } catch (error) {
    throw openFailure(error, dataDir);
  }
}
