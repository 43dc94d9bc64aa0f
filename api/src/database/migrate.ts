import type { Migration } from 'kysely/migration';
import { Migrator } from 'kysely/migration';
import { tables } from './migrations/001-tables.ts';
import { sampleNewsMigration } from './migrations/002-sample-news.ts';
import { outbox } from './migrations/003-outbox.ts';
import { repeatedMessages } from './migrations/004-repeated-messages.ts';
import { abuse } from './migrations/005-abuse.ts';
import type { Database } from './schema.ts';

/** Every migration, by the name under which the database remembers it. Only ever add to the end. */
const migrations: Readonly<Record<string, Migration>> = {
  '001-tables': tables,
  '002-sample-news': sampleNewsMigration,
  '003-outbox': outbox,
  '004-repeated-messages': repeatedMessages,
  '005-abuse': abuse,
};

/** Brings the tables up to date. All pending migrations happen, or none. */
export async function migrate(database: Database): Promise<void> {
  const migrator = new Migrator({ db: database, provider: { getMigrations: async () => migrations } });
  const { error } = await migrator.migrateToLatest();
  if (error) throw error;
}
