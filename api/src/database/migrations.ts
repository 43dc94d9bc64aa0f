import { randomUUID } from 'node:crypto';
import { contactFields, schemaOf } from '@site/shared/contract/contact/fields.ts';
import { languages } from '@site/shared/i18n/languages.ts';
import { sql } from 'kysely';
import { newsInput } from '../news/input.ts';
import { sampleNews } from '../news/sampleNews.ts';
import type { TableChange, TableChanges } from './migrate.ts';
import type { NewsRow } from './schema.ts';

/** Options of a new database. */
interface NewDatabase {
  readonly sampleNews: boolean | undefined;
}

/** News, messages, and the revisions by which caches notice a change. */
const createTables: TableChange = {
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

const samples = (): NewsRow[] =>
  languages.flatMap((language) => sampleNews(language).map((item) => newsInput.parse(item)));

/**
 * Gives a new site something to read, if its owner wants it. A migration runs only once: samples that the owner removes don't
 * come back, and a site that began without them never gets any.
 */
const insertSampleNews: TableChange = {
  async up(database) {
    // The column of the article's language comes with a later migration.
    const rows = samples().map(({ article_language: _, ...row }) => row);
    if (rows.length === 0) return;
    await database
      .insertInto('news')
      .values(rows as NewsRow[])
      .execute();
  },
};

/** The outbox, with a mail to the owner for each message of earlier versions. */
const createOutbox: TableChange = {
  async up(database) {
    await database.schema
      .createTable('outbox')
      .addColumn('id', 'text', (column) => column.primaryKey().notNull())
      .addColumn('message_id', 'text', (column) => column.notNull().references('messages.id').onDelete('cascade'))
      .addColumn('kind', 'text', (column) => column.notNull())
      .addColumn('state', 'text', (column) => column.notNull())
      .addColumn('attempts', 'integer', (column) => column.notNull())
      .addColumn('due_at', 'text', (column) => column.notNull())
      .addColumn('ended_at', 'text')
      .addColumn('last_error', 'text')
      .execute();
    await database.schema.createIndex('outbox_state_due_at').on('outbox').columns(['state', 'due_at']).execute();
    await database.schema.createIndex('outbox_message_id').on('outbox').column('message_id').execute();
    const constant = (value: string) => sql<string>`cast(${sql.lit(value)} as text)`;
    await database
      .insertInto('outbox')
      .columns(['id', 'message_id', 'kind', 'state', 'attempts', 'due_at'])
      .expression((query) =>
        query
          .selectFrom('messages')
          .select([
            'id',
            'id as message_id',
            constant('notice').as('kind'),
            constant('waiting').as('state'),
            sql.lit(0).as('attempts'),
            'received_at',
          ]),
      )
      .execute();
  },
};

/** How to recognise a message that is sent again: by its sender's key, and by a hash of its content. */
const recogniseRepeatedMessages: TableChange = {
  async up(database) {
    await database.schema.alterTable('messages').addColumn('client_key', 'text').execute();
    await database.schema.alterTable('messages').addColumn('content', 'text').execute();
    await database.schema.createIndex('messages_client_key').unique().on('messages').column('client_key').execute();
    await database.schema.createIndex('messages_content').on('messages').columns(['content', 'received_at']).execute();
  },
};

/** What several servers count together, and the keys that hash visitors' addresses for it. */
const createRateCounts: TableChange = {
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

/** Mails that were given up, and when a mail first failed. */
const giveUpMails: TableChange = {
  async up(database) {
    await database.schema.alterTable('outbox').addColumn('failing_since', 'text').execute();
    await database.updateTable('outbox').set({ state: 'dead' }).where('state', '=', 'refused').execute();
  },
};

/** The language of an article, if it differs from the blog's. */
const addArticleLanguage: TableChange = {
  async up(database) {
    await database.schema.alterTable('news').addColumn('article_language', 'text').execute();
    for (const { uid, article_language } of samples()) {
      if (article_language === null) continue;
      await database.updateTable('news').set({ article_language }).where('uid', '=', uid).execute();
    }
  },
};

/** When people asked for their data. */
const createDataRequests: TableChange = {
  async up(database) {
    await database.schema
      .createTable('data_requests')
      .addColumn('id', 'text', (column) => column.primaryKey().notNull())
      .addColumn('made_at', 'text', (column) => column.notNull())
      .addColumn('command', 'text', (column) => column.notNull())
      .addColumn('messages', 'integer', (column) => column.notNull())
      .execute();
  },
};

/** The columns of the contact form's later fields. Servers of earlier versions, which don't know them, store an empty text. */
function addContactFields(): TableChanges {
  const migrations = contactFields.map((field) => [schemaOf(field).migration, addTextColumn(field)] as const);
  return Object.fromEntries(migrations.filter(([name]) => name !== undefined));
}

const addTextColumn = (field: string): TableChange => ({
  async up(database) {
    await database.schema
      .alterTable('messages')
      .addColumn(field, 'text', (column) => column.notNull().defaultTo(''))
      .execute();
  },
});

/**
 * Every migration, under the name that the database remembers it by. Only ever add to the end. One that does more than add needs
 * `oldest`, the version before the next one at the latest: docs/decisions/messages.md, “Back after an update”.
 */
export const migrationsFor = ({ sampleNews }: NewDatabase): TableChanges => ({
  '001-tables': createTables,
  '002-sample-news': sampleNews ? insertSampleNews : { up: async () => {} },
  '003-outbox': createOutbox,
  '004-repeated-messages': recogniseRepeatedMessages,
  '005-abuse': createRateCounts,
  '006-dead-mails': giveUpMails,
  '007-article-language': addArticleLanguage,
  '008-data-requests': createDataRequests,
  ...addContactFields(),
});
