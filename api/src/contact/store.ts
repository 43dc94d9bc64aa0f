import { createHash, randomUUID } from 'node:crypto';
import { type ContactMessage, detailFields } from '@site/shared/contract/contact/fields.ts';
import type { Language } from '@site/shared/i18n/languages.ts';
import { changeWithKnownOutcome } from '../database/knownOutcome.ts';
import { commitDurably, lockInTransaction } from '../database/postgres.ts';
import type { Database, MessageRow, RowRange } from '../database/schema.ts';
import { Problem } from '../errors/Problem.ts';
import { limits } from '../limits.ts';
import { addMails } from '../outbox/queries.ts';
import { countUp, dailyHash } from '../security/rateLimit.ts';
import { mailboxOf } from './address.ts';

/** What else to store with a message. */
interface StoreOptions {
  readonly language: Language;
  /** The key under which the same message may be sent again. */
  readonly key?: string | undefined;
  /** Whether the visitor gets a confirmation by mail, as long as `limits.confirmations` allows. */
  readonly confirms?: boolean | undefined;
}

/**
 * Stores a message and its mails in one transaction and returns its id. They are on disk when the promise resolves.
 * A message that is sent again is not stored again: it gets the id of the first one.
 *
 * @throws {Problem} when the key belongs to another message, or the same text was sent too often
 * @throws {OutcomeUnknownError} when it may be stored; after any other error it is not, and won't be
 */
export async function storeMessage(
  database: Database,
  message: ContactMessage,
  options: StoreOptions,
): Promise<string> {
  const hasHappened = async (transaction: Database, id: string) => {
    await lockContent(transaction, contentOf(message));
    await commitDurably(transaction);
    return (await selectMessage(transaction, id)) !== undefined;
  };
  const change = (transaction: Database) => storeIn(transaction, message, options);
  return await changeWithKnownOutcome(database, { change, hasHappened, waits: limits.storing });
}

/**
 * Does everything that storing a message takes, then rolls it back: nobody ever sees the message. Since that may never have
 * reached the disk, it also writes a row there. Rejects like `storeMessage`.
 */
export async function tryToStore(database: Database, message: ContactMessage, options: StoreOptions): Promise<void> {
  const takenBack = new Error('The message is a test.');
  const trying = database.transaction().execute(async (transaction) => {
    await storeIn(transaction, message, options);
    throw takenBack;
  });
  await trying.catch((error: unknown) => {
    if (error !== takenBack) throw error;
  });
  await database.transaction().execute(async (transaction) => {
    await countUp(transaction, 'probe', limits.contactRate.timeWindow);
    await commitDurably(transaction);
  });
}

async function storeIn(
  transaction: Database,
  message: ContactMessage,
  { language, key, confirms }: StoreOptions,
): Promise<string> {
  const content = contentOf(message);
  if (key) await lockInTransaction(transaction, `key:${key}`);
  await lockContent(transaction, content);
  const known = (await findByKey(transaction, key, content)) ?? (await findRecent(transaction, content));
  if (known) {
    // The first answer was lost, perhaps because the standby was away, and still is.
    await commitDurably(transaction);
    return known;
  }
  await refuseFlood(transaction, message);
  const id = randomUUID();
  const row = { id, ...message, language, received_at: new Date().toISOString(), client_key: key ?? null, content };
  await transaction.insertInto('messages').values(row).execute();
  const isConfirmed = confirms === true && (await mayConfirm(transaction, message.email));
  await addMails(transaction, row, isConfirmed ? ['notice', 'confirmation'] : ['notice']);
  return id;
}

/** Empty details are left out: adding a field must not change the hash of earlier messages. */
function contentOf(message: ContactMessage): string {
  const { name, email, subject, message: text } = message;
  const details = detailFields.filter((field) => message[field] !== '').map((field) => [field, message[field]]);
  return hashOf(JSON.stringify([name, email, subject, text, ...details]));
}

const lockContent = (transaction: Database, content: string): Promise<void> =>
  lockInTransaction(transaction, `message:${content}`);

async function findByKey(transaction: Database, key: string | undefined, content: string): Promise<string | undefined> {
  if (!key) return undefined;
  const stored = await transaction
    .selectFrom('messages')
    .select(['id', 'content'])
    .where('client_key', '=', key)
    .executeTakeFirst();
  if (stored && stored.content !== content) throw new Problem(409, 'key_reused');
  return stored?.id;
}

/** Forms without scripts have no key, since cached pages are the same for everyone. A second click sends the same words. */
async function findRecent(transaction: Database, content: string): Promise<string | undefined> {
  const stored = await transaction
    .selectFrom('messages')
    .select('id')
    .where('content', '=', content)
    .where('received_at', '>', new Date(Date.now() - limits.sameMessage).toISOString())
    .executeTakeFirst();
  return stored?.id;
}

/** The same text many times, whatever its sender, spacing or punctuation, is advertising. */
async function refuseFlood(transaction: Database, { message }: ContactMessage): Promise<void> {
  const { max, timeWindow } = limits.sameText;
  const text = message.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, ' ');
  const { current, ttl } = await countUp(transaction, `text:${await dailyHash(transaction, text)}`, timeWindow);
  if (current > max) throw new Problem(429, 'too_many_requests', Math.ceil(ttl / 1000));
}

/**
 * Whether a recipient may get one more confirmation. Anyone can enter someone else's address, and must not be able to fill
 * that mailbox. The message itself is always stored.
 */
async function mayConfirm(transaction: Database, email: string): Promise<boolean> {
  const { max, timeWindow } = limits.confirmations;
  const recipient = await dailyHash(transaction, mailboxOf(email));
  const { current } = await countUp(transaction, `confirmation:${recipient}`, timeWindow);
  return current <= max;
}

const hashOf = (text: string): string => createHash('sha256').update(text).digest('base64url');

/** All messages, newest first. */
export async function selectMessages(database: Database): Promise<MessageRow[]> {
  return await database.selectFrom('messages').selectAll().orderBy('received_at', 'desc').orderBy('id').execute();
}

/** Some of the messages, newest first. */
export async function selectMessagesIn(database: Database, { offset, limit }: RowRange): Promise<MessageRow[]> {
  return await database
    .selectFrom('messages')
    .selectAll()
    .orderBy('received_at', 'desc')
    .orderBy('id')
    .offset(offset)
    .limit(limit)
    .execute();
}

/** How many messages there are. */
export async function countMessages(database: Database): Promise<number> {
  const { count } = await database
    .selectFrom('messages')
    .select(({ fn }) => fn.countAll().as('count'))
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** The message with an id, if there is one. */
export async function selectMessage(database: Database, id: string): Promise<MessageRow | undefined> {
  return await database.selectFrom('messages').selectAll().where('id', '=', id).executeTakeFirst();
}

/** Deletes a message and its mails. Returns whether it existed. */
export async function deleteMessage(database: Database, id: string): Promise<boolean> {
  const { numDeletedRows } = await database.deleteFrom('messages').where('id', '=', id).executeTakeFirstOrThrow();
  return numDeletedRows > 0n;
}
