import type { Migration } from 'kysely/migration';

/** What tells a message that is sent again from a new one: the key that its sender gave it, and a hash of its content. */
export const repeatedMessages: Migration = {
  async up(database) {
    await database.schema.alterTable('messages').addColumn('client_key', 'text').execute();
    await database.schema.alterTable('messages').addColumn('content', 'text').execute();
    await database.schema.createIndex('messages_client_key').unique().on('messages').column('client_key').execute();
    await database.schema.createIndex('messages_content').on('messages').columns(['content', 'received_at']).execute();
  },
};
