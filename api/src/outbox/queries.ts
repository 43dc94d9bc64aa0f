import { isPostgres } from '../database/dialect.ts';
import type { Database, MailKind, MessageRow, OutboxRow } from '../database/schema.ts';
import { limits } from '../limits.ts';

/** A mail to send, and the message that it is about. */
export interface OutboxMail {
  readonly entry: OutboxRow;
  readonly message: MessageRow;
}

/** Puts the mails of a message into the outbox, in the transaction that stores the message. */
export async function addMails(
  transaction: Database,
  message: Pick<MessageRow, 'id' | 'received_at'>,
  kinds: readonly MailKind[],
): Promise<void> {
  const entries = kinds.map((kind) => ({
    id: kind === 'notice' ? message.id : `${message.id}-${kind}`,
    message_id: message.id,
    kind,
    state: 'waiting' as const,
    attempts: 0,
    due_at: message.received_at,
  }));
  await transaction.insertInto('outbox').values(entries).execute();
}

/** Which mails to take. */
export interface Taking {
  /** How many at most. */
  readonly most: number;
  /** Ids of those that the taker has already: however late it is, it gets none of them twice. */
  readonly except: readonly string[];
}

/**
 * Takes the mails that have waited longest: for as long as a lease no other sender gets them. Senders on PostgreSQL pass
 * over what another one is just taking; on SQLite they write one after the other.
 */
export async function takeMails(database: Database, { most, except }: Taking): Promise<OutboxMail[]> {
  const now = Date.now();
  const entries = await database
    // Apart from the update: within it PostgreSQL may run the query, and its limit, more than once.
    .with('due', (query) =>
      query
        .selectFrom('outbox')
        .select('id')
        .where('state', '=', 'waiting')
        .where('due_at', '<=', new Date(now).toISOString())
        .$if(except.length > 0, (rows) => rows.where('id', 'not in', except))
        .orderBy('due_at')
        .limit(most)
        .$if(isPostgres(database), (rows) => rows.forUpdate().skipLocked()),
    )
    .updateTable('outbox')
    .set(({ eb }) => ({
      attempts: eb('attempts', '+', 1),
      due_at: new Date(now + limits.outbox.lease).toISOString(),
    }))
    .where('id', 'in', (query) => query.selectFrom('due').select('id'))
    .returningAll()
    .execute();
  const messages = await selectMessagesOf(database, entries);
  return entries.flatMap((entry) => {
    const message = messages.get(entry.message_id);
    return message ? [{ entry, message }] : [];
  });
}

async function selectMessagesOf(
  database: Database,
  entries: readonly OutboxRow[],
): Promise<ReadonlyMap<string, MessageRow>> {
  if (entries.length === 0) return new Map();
  const ids = entries.map(({ message_id }) => message_id);
  const rows = await database.selectFrom('messages').selectAll().where('id', 'in', ids).execute();
  return new Map(rows.map((row) => [row.id, row]));
}

/** Milliseconds until a mail is due, or infinity when none is waiting. */
export async function timeToNextMail(database: Database): Promise<number> {
  const next = await database
    .selectFrom('outbox')
    .select(({ fn }) => fn.min('due_at').as('due_at'))
    .where('state', '=', 'waiting')
    .executeTakeFirst();
  return next?.due_at ? Math.max(1, Date.parse(next.due_at) - Date.now()) : Number.POSITIVE_INFINITY;
}

/** Notes how a mail has ended. It is true whoever has the mail now. */
export async function endMail(
  database: Database,
  { id }: OutboxRow,
  state: 'delivered' | 'refused',
  lastError: string | null = null,
): Promise<void> {
  await database
    .updateTable('outbox')
    .set({ state, ended_at: new Date().toISOString(), last_error: lastError })
    .where('id', '=', id)
    .execute();
}

/** Gives a mail back to be tried again after a pause in milliseconds, unless another sender has taken it since. */
export async function putOffMail(
  database: Database,
  entry: OutboxRow,
  pause: number,
  lastError: string,
): Promise<void> {
  await database
    .updateTable('outbox')
    .set({ due_at: new Date(Date.now() + pause).toISOString(), last_error: lastError })
    .where('id', '=', entry.id)
    .where('attempts', '=', entry.attempts)
    .where('state', '=', 'waiting')
    .execute();
}

/** The outbox's entries of messages, or of one, the notice before the confirmation. */
export async function selectMails(database: Database, messageId?: string): Promise<OutboxRow[]> {
  return await database
    .selectFrom('outbox')
    .selectAll()
    .$if(messageId !== undefined, (query) => query.where('message_id', '=', messageId ?? ''))
    .orderBy('kind', 'desc')
    .execute();
}
