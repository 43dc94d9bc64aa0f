import { type Migration, Migrator } from 'kysely/migration';
import packageJson from '../../package.json' with { type: 'json' };
import { NewerTablesError } from './failures.ts';
import type { Database } from './schema.ts';

/** A change of the tables. */
export interface TableChange extends Migration {
  /**
   * The oldest version of the site that can go on with the changed tables, such as 1.4.0. Without it, the change only adds what
   * programs that don't know it neither see nor need: every version from `firstToGoOn` on can go on.
   */
  readonly oldest?: string;
}

/** Changes by the names that the database remembers them by, in their order. */
export type TableChanges = Readonly<Record<string, TableChange>>;

/** The first version that goes on with tables that a later one has changed. Earlier ones refuse whatever they don't know. */
export const firstToGoOn = '1.3.0';

/** Whether a version is another one or a later one. */
export const isAtLeast = (version: string, other: string): boolean =>
  version.localeCompare(other, 'en', { numeric: true }) >= 0;

/** Where Kysely notes which changes have happened. */
const happened = 'kysely_migration';

/** Where each change notes which programs can go on with it: an earlier one can't know. */
const notes = 'migration_notes';

/**
 * Makes the changes that a database lacks: all, or none. Tables that a later version has changed are left as they are, if this
 * one can go on with them.
 *
 * @throws {NewerTablesError} if it can't
 */
export async function migrate(database: Database, changes: TableChanges): Promise<void> {
  const migrator = new Migrator({
    db: database,
    // A field that an owner has added may come before a later change of the project, and after an earlier one's.
    allowUnorderedMigrations: true,
    provider: {
      // Asked under the lock of migrations, so that nobody changes tables in between.
      getMigrations: async () => {
        const later = await laterChanges(database, changes);
        const refused = later.filter(({ isFine }) => !isFine);
        if (refused.length > 0) throw new NewerTablesError(refused, packageJson.version);
        const done: TableChanges = Object.fromEntries(later.map(({ name }) => [name, { up: async () => {} }]));
        return { ...done, ...withNotes(changes) };
      },
    },
  });
  const { error } = await migrator.migrateToLatest();
  if (error) throw error;
}

/** A change of a later version. */
export interface LaterChange {
  readonly name: string;
  /** The oldest version that can go on with it; undefined if that isn't known. */
  readonly oldest: string | undefined;
  /** Whether this program can go on with it. */
  readonly isFine: boolean;
}

/** The changes that have happened in a database and that this program doesn't know. */
export async function laterChanges(database: Database, changes: TableChanges): Promise<readonly LaterChange[]> {
  const names = await namesOfDone(database);
  const unknown = names.filter((name) => !Object.hasOwn(changes, name));
  if (unknown.length === 0) return [];
  const noted = (await hasTable(database, notes))
    ? await database.selectFrom(notes).selectAll().where('name', 'in', unknown).execute()
    : [];
  return unknown.map((name) => {
    const note = noted.find((row) => row.name === name);
    const isFine = note !== undefined && (note.oldest === null || isAtLeast(packageJson.version, note.oldest));
    return { name, oldest: note && (note.oldest ?? firstToGoOn), isFine };
  });
}

/** The changes that have happened in a database that a program has opened before. */
export async function namesOfDone(database: Database): Promise<readonly string[]> {
  const rows = await database.selectFrom(happened).select('name').execute();
  return rows.map(({ name }) => name);
}

/** Whether a program has opened a database before. */
export const isInUse = (database: Database): Promise<boolean> => hasTable(database, happened);

/** Whether a database has a table. */
export async function hasTable(database: Database, name: string): Promise<boolean> {
  const tables = await database.introspection.getTables({ withInternalKyselyTables: true });
  return tables.some((table) => table.name === name);
}

/** Changes that note, in their own transaction, who can go on with them. */
function withNotes(changes: TableChanges): TableChanges {
  const noting = Object.entries(changes).map(([name, { up, oldest = null }]): [string, Migration] => [
    name,
    {
      up: async (transaction: Database) => {
        await up(transaction);
        await transaction.schema
          .createTable(notes)
          .ifNotExists()
          .addColumn('name', 'text', (column) => column.primaryKey().notNull())
          .addColumn('oldest', 'text')
          .execute();
        await transaction
          .insertInto(notes)
          .values({ name, oldest })
          .onConflict((conflict) => conflict.column('name').doUpdateSet({ oldest }))
          .execute();
      },
    },
  ]);
  return Object.fromEntries(noting);
}
