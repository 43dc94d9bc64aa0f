import type { Migration } from 'kysely/migration';

/** What several servers must count together, and the keys under which visitors' addresses are hashed for it. */
export const abuse: Migration = {
  async up(database) {
    await database.schema
      .createTable('rate_counts')
      .addColumn('name', 'text', (column) => column.primaryKey().notNull())
      .addColumn('count', 'integer', (column) => column.notNull())
      .addColumn('resets_at', 'text', (column) => column.notNull())
      .execute();
    await database.schema.createIndex('rate_counts_resets_at').on('rate_counts').column('resets_at').execute();
    await database.schema
      .createTable('address_keys')
      .addColumn('day', 'text', (column) => column.primaryKey().notNull())
      .addColumn('key', 'text', (column) => column.notNull())
      .execute();
  },
};
