import { existsSync } from 'node:fs';
import { Kysely } from 'kysely';
import { firstToGoOn, isAtLeast, isInUse, laterChanges, namesOfDone } from './migrate.ts';
import { migrationsFor } from './migrations.ts';
import { type DatabaseOptions, dialectOf } from './open.ts';
import type { Tables } from './schema.ts';
import { sqliteFile } from './sqlite.ts';

/** How a database differs from what this program needs. */
export interface MigrationState {
  /** Migrations that the next start of this program runs. */
  readonly pending: readonly string[];
  /** The oldest version that can go on with the tables after these; undefined without any. */
  readonly oldest: string | undefined;
  /** Migrations of a newer program with which this one refuses to start. */
  readonly refused: readonly string[];
}

/** Compares a database with this program. It changes nothing. A database that doesn't exist yet is up to date. */
export async function migrationState(
  options: Pick<DatabaseOptions, 'dataDir' | 'databaseUrl'>,
): Promise<MigrationState> {
  const upToDate = { pending: [], oldest: undefined, refused: [] };
  if (!options.databaseUrl && !existsSync(sqliteFile(options.dataDir))) return upToDate;
  const database = new Kysely<Tables>({ dialect: dialectOf(options) });
  try {
    if (!(await isInUse(database))) return upToDate;
    const done = await namesOfDone(database);
    const changes = migrationsFor({ sampleNews: undefined });
    const pending = Object.entries(changes).filter(([name]) => !done.includes(name));
    const later = await laterChanges(database, changes);
    const versions = pending.map(([, { oldest = firstToGoOn }]) => oldest);
    return {
      pending: pending.map(([name]) => name),
      oldest: versions.reduce<string | undefined>((a, b) => (a === undefined || isAtLeast(b, a) ? b : a), undefined),
      refused: later.filter(({ isFine }) => !isFine).map(({ name }) => name),
    };
  } finally {
    await database.destroy();
  }
}
