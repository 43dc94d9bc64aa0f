import { createHash, randomUUID } from 'node:crypto';
import type { ContactMessage } from '@site/shared/contract/contact/contact.ts';
import type { Language } from '@site/shared/i18n/languages.ts';
import { addressHash } from '../abuse/addressHash.ts';
import { countUp } from '../abuse/counts.ts';
import { lockInTransaction } from '../database/dialect.ts';
import type { Database } from '../database/schema.ts';
import { Problem } from '../errors/Problem.ts';
import { limits } from '../limits.ts';
import { addMails } from '../outbox/queries.ts';

/** What else is known of a message that is to be stored. */
export interface StoreOptions {
  readonly language: Language;
  /** The key under which the same message may be sent again. */
  readonly key?: string | undefined;
  /** Whether the visitor gets a mail that confirms it, as long as `limits.confirmations` allows. */
  readonly confirms?: boolean | undefined;
}

/**
 * Stores a message and its mails, all or nothing, and returns its id. They are on disk when the promise resolves.
 * The same message sent again is not stored again: it gets the id of the first.
 *
 * @throws {Problem} when the key belongs to another message, or its text was sent by too many
 */
export async function storeMessage(
  database: Database,
  message: ContactMessage,
  { language, key, confirms }: StoreOptions,
): Promise<string> {
  const { name, email, subject } = message;
  const content = hashOf(JSON.stringify([name, email, subject, message.message]));
  return await database.transaction().execute(async (transaction) => {
    if (key) await lockInTransaction(transaction, `key:${key}`);
    await lockInTransaction(transaction, `message:${content}`);
    const known = (await storedUnder(transaction, key, content)) ?? (await storedLately(transaction, content));
    if (known) return known;
    await refuseFlood(transaction, message);
    const id = randomUUID();
    const row = { id, ...message, language, received_at: new Date().toISOString(), client_key: key ?? null, content };
    await transaction.insertInto('messages').values(row).execute();
    const isConfirmed = confirms === true && (await mayConfirm(transaction, email));
    await addMails(transaction, row, isConfirmed ? ['notice', 'confirmation'] : ['notice']);
    return id;
  });
}

async function storedUnder(
  transaction: Database,
  key: string | undefined,
  content: string,
): Promise<string | undefined> {
  if (!key) return undefined;
  const stored = await transaction
    .selectFrom('messages')
    .select(['id', 'content'])
    .where('client_key', '=', key)
    .executeTakeFirst();
  if (stored && stored.content !== content) throw new Problem(409, 'key_reused');
  return stored?.id;
}

/** A form without scripts has no key at first: pages are the same for everyone. A second click sends the same words. */
async function storedLately(transaction: Database, content: string): Promise<string | undefined> {
  const stored = await transaction
    .selectFrom('messages')
    .select('id')
    .where('content', '=', content)
    .where('received_at', '>', new Date(Date.now() - limits.sameMessage).toISOString())
    .executeTakeFirst();
  return stored?.id;
}

/** The same text in ever new clothes is advertising, wherever it comes from. */
async function refuseFlood(transaction: Database, { message }: ContactMessage): Promise<void> {
  const { max, timeWindow } = limits.sameText;
  const text = message.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, ' ');
  const { current, ttl } = await countUp(transaction, `text:${hashOf(text)}`, timeWindow);
  if (current > max) throw new Problem(429, 'too_many_requests', Math.ceil(ttl / 1000));
}

/**
 * Whether a recipient may get one more confirmation. Anybody can write in anybody's name: nobody's mailbox is filled so. The
 * message itself is stored in any case.
 */
async function mayConfirm(transaction: Database, email: string): Promise<boolean> {
  const { max, timeWindow } = limits.confirmations;
  const recipient = await addressHash(transaction)(mailboxOf(email));
  const { current } = await countUp(transaction, `confirmation:${recipient}`, timeWindow);
  return current <= max;
}

/** What an address is delivered to: in most places capitals, and what follows a `+`, make no other mailbox. */
const mailboxOf = (email: string): string => email.toLowerCase().replace(/\+.*(?=@)/, '');

const hashOf = (text: string): string => createHash('sha256').update(text).digest('base64url');
