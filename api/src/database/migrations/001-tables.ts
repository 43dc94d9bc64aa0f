import { randomUUID } from 'node:crypto';
import type { Migration } from 'kysely/migration';

/** The first tables: news, messages, and the revisions by which caches notice a change. */
export const tables: Migration = {
  async up(database) {
    await database.schema
      .createTable('news')
      .addColumn('uid', 'text', (column) => column.primaryKey().notNull())
      .addColumn('language', 'text', (column) => column.notNull())
      .addColumn('slug', 'text', (column) => column.notNull())
      .addColumn('title', 'text', (column) => column.notNull())
      .addColumn('source', 'text', (column) => column.notNull())
      .addColumn('publication_date', 'text', (column) => column.notNull())
      .addColumn('type', 'text', (column) => column.notNull())
      .addColumn('link', 'text')
      .addColumn('url_video', 'text')
      .addUniqueConstraint('news_language_slug', ['language', 'slug'])
      .execute();
    await database.schema
      .createIndex('news_language_date')
      .on('news')
      .columns(['language', 'publication_date'])
      .execute();
    await database.schema
      .createTable('messages')
      .addColumn('id', 'text', (column) => column.primaryKey().notNull())
      .addColumn('name', 'text', (column) => column.notNull())
      .addColumn('email', 'text', (column) => column.notNull())
      .addColumn('subject', 'text', (column) => column.notNull())
      .addColumn('message', 'text', (column) => column.notNull())
      .addColumn('language', 'text', (column) => column.notNull())
      .addColumn('received_at', 'text', (column) => column.notNull())
      .execute();
    await database.schema.createIndex('messages_received_at').on('messages').column('received_at').execute();
    await database.schema
      .createTable('revisions')
      .addColumn('topic', 'text', (column) => column.primaryKey().notNull())
      .addColumn('revision', 'text', (column) => column.notNull())
      .execute();
    await database.insertInto('revisions').values({ topic: 'news', revision: randomUUID() }).execute();
  },
};
