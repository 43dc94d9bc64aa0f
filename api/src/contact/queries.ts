import type { Database, MessageRow } from '../database/schema.ts';

/** Every message, newest first. */
export async function selectMessages(database: Database): Promise<MessageRow[]> {
  return await database.selectFrom('messages').selectAll().orderBy('received_at', 'desc').orderBy('id').execute();
}

/** The message with an id, if there is one. */
export async function selectMessage(database: Database, id: string): Promise<MessageRow | undefined> {
  return await database.selectFrom('messages').selectAll().where('id', '=', id).executeTakeFirst();
}

/** Deletes a message and its mails; whether there was one. */
export async function deleteMessage(database: Database, id: string): Promise<boolean> {
  const { numDeletedRows } = await database.deleteFrom('messages').where('id', '=', id).executeTakeFirstOrThrow();
  return numDeletedRows > 0n;
}
