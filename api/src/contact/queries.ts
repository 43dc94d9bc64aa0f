import { randomUUID } from 'node:crypto';
import type { ContactMessage } from '@site/shared/contract/contact/message.ts';
import type { Language } from '@site/shared/i18n/languages.ts';
import type { Database, MessageRow } from '../database/schema.ts';

/** Stores a message and returns its id. It is on disk when the promise resolves. */
export async function storeMessage(database: Database, message: ContactMessage, language: Language): Promise<string> {
  const id = randomUUID();
  const received_at = new Date().toISOString();
  await database
    .insertInto('messages')
    .values({ id, ...message, language, received_at })
    .execute();
  return id;
}

/** Every message, newest first. */
export async function selectMessages(database: Database): Promise<MessageRow[]> {
  return await database.selectFrom('messages').selectAll().orderBy('received_at', 'desc').orderBy('id').execute();
}

/** The message with an id, if there is one. */
export async function selectMessage(database: Database, id: string): Promise<MessageRow | undefined> {
  return await database.selectFrom('messages').selectAll().where('id', '=', id).executeTakeFirst();
}
