import { existsSync } from 'node:fs';
import { Kysely, sql } from 'kysely';
import { migrationNames } from './migrations.ts';
import { type DatabaseOptions, dialectOf } from './open.ts';
import type { Tables } from './schema.ts';
import { sqliteFile } from './sqlite.ts';

/** How a database differs from what this program needs. */
export interface MigrationState {
  /** Migrations that the next start of this program runs. */
  readonly pending: readonly string[];
  /** Migrations of a newer program. With these, this one refuses to start. */
  readonly unknown: readonly string[];
}

/** Compares a database with this program. It changes nothing. A database that doesn't exist yet is up to date. */
export async function migrationState(
  options: Pick<DatabaseOptions, 'dataDir' | 'databaseUrl'>,
): Promise<MigrationState> {
  if (!options.databaseUrl && !existsSync(sqliteFile(options.dataDir))) return { pending: [], unknown: [] };
  const database = new Kysely<Tables>({ dialect: dialectOf(options) });
  try {
    const tables = await database.introspection.getTables({ withInternalKyselyTables: true });
    if (!tables.some(({ name }) => name === table)) return { pending: [], unknown: [] };
    const { rows } = await sql<{ name: string }>`select name from ${sql.table(table)}`.execute(database);
    const done = rows.map(({ name }) => name);
    return {
      pending: migrationNames.filter((name) => !done.includes(name)),
      unknown: done.filter((name) => !migrationNames.includes(name)),
    };
  } finally {
    await database.destroy();
  }
}

/** Where Kysely notes which migrations have happened. */
const table = 'kysely_migration';
