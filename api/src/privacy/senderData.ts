import { createHmac } from 'node:crypto';
import { contactFields } from '@site/shared/contract/contact/fields.ts';
import { addressKey, mailboxOf } from '../contact/address.ts';
import type { Database, MessageRow, OutboxRow, RateCountRow } from '../database/schema.ts';

/** Which sender's data to look for. */
export interface SenderQuery {
  /** As `addressKey` returns it. */
  readonly address: string;
  /** Whether addresses that differ only after a `+` belong to the same sender. */
  readonly withTags: boolean;
}

/** Everything that is stored about a sender. */
export interface SenderData {
  readonly messages: readonly (MessageRow & { readonly mails: readonly OutboxRow[] })[];
  /** The counts of confirmations sent to the mailbox lately, under hashes of it. */
  readonly confirmations: readonly RateCountRow[];
  /** Ids of others' messages that mention the address. */
  readonly mentions: readonly string[];
  /** How many more messages came from addresses that differ only after a `+`. */
  readonly tagged: number;
}

/** Finds everything that is stored about a sender. */
export async function findSenderData(database: Database, { address, withTags }: SenderQuery): Promise<SenderData> {
  // Compared here, not by the databases: they fold case in different ways.
  const rows = await database.selectFrom('messages').selectAll().orderBy('received_at').orderBy('id').execute();
  const mailbox = mailboxOf(address);
  const isSame = ({ email }: MessageRow) => addressKey(email) === address;
  const isTagged = ({ email }: MessageRow) => mailboxOf(addressKey(email) ?? email) === mailbox;
  const own = rows.filter((row) => isSame(row) || (withTags && isTagged(row)));
  const others = rows.filter((row) => !own.includes(row));
  const ids = own.map(({ id }) => id);
  const mails = await database
    .selectFrom('outbox')
    .selectAll()
    .where('message_id', 'in', ids.length > 0 ? ids : [''])
    .execute();
  return {
    messages: own.map((row) => ({ ...row, mails: mails.filter(({ message_id }) => message_id === row.id) })),
    confirmations: await findConfirmations(database, mailbox),
    mentions: others.filter((row) => wordsOf(row).toLowerCase().includes(address)).map(({ id }) => id),
    tagged: others.filter(isTagged).length,
  };
}

/** Everything that the visitor wrote except their own address. */
const wordsOf = (row: MessageRow): string =>
  contactFields
    .filter((field) => field !== 'email')
    .map((field) => row[field])
    .join('\n');

/** The counts of a mailbox, under its hash of each day whose key still exists. */
async function findConfirmations(database: Database, mailbox: string): Promise<RateCountRow[]> {
  const keys = await database.selectFrom('address_keys').select('key').execute();
  const names = keys.map(({ key }) => `confirmation:${createHmac('sha256', key).update(mailbox).digest('base64url')}`);
  if (names.length === 0) return [];
  return await database.selectFrom('rate_counts').selectAll().where('name', 'in', names).execute();
}

/** Deletes everything that is stored about a sender, and records the request. Returns what was deleted. */
export async function eraseSenderData(database: Database, sender: SenderQuery): Promise<SenderData> {
  return await database.transaction().execute(async (transaction) => {
    const data = await findSenderData(transaction, sender);
    for (const { id } of data.messages) await transaction.deleteFrom('messages').where('id', '=', id).execute();
    for (const { name } of data.confirmations)
      await transaction.deleteFrom('rate_counts').where('name', '=', name).execute();
    await recordRequest(transaction, 'erase', data);
    return data;
  });
}

/** Records that a request was answered, but neither whose it was nor what was found. */
export async function recordRequest(
  database: Database,
  command: 'find' | 'export' | 'erase',
  { messages }: Pick<SenderData, 'messages'>,
): Promise<void> {
  const row = { id: crypto.randomUUID(), made_at: new Date().toISOString(), command, messages: messages.length };
  await database.insertInto('data_requests').values(row).execute();
}
