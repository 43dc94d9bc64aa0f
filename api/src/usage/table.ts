import { hasTable } from '../database/migrate.ts';
import type { Database } from '../database/schema.ts';

/**
 * Creates the table of what the control room draws, if it isn't there. It is no migration: 1.2.0, to which an update may be taken back,
 * refuses any that it doesn't know, and doesn't see other tables.
 */
export async function createUsageTable(database: Database): Promise<void> {
  if (await hasTable(database, 'usage_counts')) return;
  try {
    await database.schema
      .createTable('usage_counts')
      .ifNotExists()
      .addColumn('period', 'text', (column) => column.notNull())
      .addColumn('starts_at', 'text', (column) => column.notNull())
      .addColumn('app', 'text', (column) => column.notNull())
      .addColumn('version', 'text', (column) => column.notNull())
      .addColumn('measure', 'text', (column) => column.notNull())
      .addColumn('class', 'integer', (column) => column.notNull())
      .addColumn('count', 'integer', (column) => column.notNull())
      // In the order in which pages ask for them.
      .addPrimaryKeyConstraint('usage_counts_key', ['period', 'app', 'starts_at', 'version', 'measure', 'class'])
      .execute();
  } catch (error) {
    // Of two PostgreSQL sessions that create it at the same time, one fails.
    if (!(await hasTable(database, 'usage_counts'))) throw error;
  }
}
