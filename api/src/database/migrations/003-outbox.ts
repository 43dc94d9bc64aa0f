import { sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Mails that are to be sent. Messages from before get their notice too: whoever sets up mail wants to have them all. */
export const outbox: Migration = {
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
