import { randomUUID } from 'node:crypto';
import type { ContactMessage } from '@site/shared/contract/contact/message.ts';
import type { Language } from '@site/shared/i18n/languages.ts';
import type { Database } from '../database/schema.ts';
import { addMails } from '../outbox/queries.ts';

/** What else is known of a message that is to be stored. */
export interface StoreOptions {
  readonly language: Language;
  /** Whether the visitor gets a mail that confirms it. */
  readonly confirms: boolean;
}

/** Stores a message and its mails, all or nothing, and returns its id. They are on disk when the promise resolves. */
export async function storeMessage(
  database: Database,
  message: ContactMessage,
  { language, confirms }: StoreOptions,
): Promise<string> {
  const row = { id: randomUUID(), ...message, language, received_at: new Date().toISOString() };
  await database.transaction().execute(async (transaction) => {
    await transaction.insertInto('messages').values(row).execute();
    await addMails(transaction, row, confirms ? ['notice', 'confirmation'] : ['notice']);
  });
  return row.id;
}
