import { isPostgres } from '../database/postgres.ts';
import type { Database, MailKind, MessageRow, OutboxRow, RowRange } from '../database/schema.ts';
import { limits } from '../limits.ts';

/** An entry of the outbox, and the message that its mail is about. */
export interface OutboxMail {
  readonly entry: OutboxRow;
  readonly message: MessageRow;
}

/** Adds the mails of a message to the outbox. Call it in the transaction that stores the message. */
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
interface TakeOptions {
  readonly max: number;
  /** Ids of the mails that this sender is sending: it doesn't get them again, even when their leases have ended. */
  readonly except: readonly string[];
}

/**
 * Takes the mails that have been due longest. No other sender gets them until the lease ends. On PostgreSQL senders skip
 * the rows that another one is taking; on SQLite they write one after the other.
 */
export async function takeMails(database: Database, { max, except }: TakeOptions): Promise<OutboxMail[]> {
  const now = Date.now();
  const entries = await database
    // Not a subquery of the update: PostgreSQL may run that, and its limit, more than once.
    .with('due', (query) =>
      query
        .selectFrom('outbox')
        .select('id')
        .where('state', '=', 'waiting')
        .where('due_at', '<=', new Date(now).toISOString())
        .$if(except.length > 0, (rows) => rows.where('id', 'not in', except))
        .orderBy('due_at')
        .limit(max)
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

/** The milliseconds until the next mail is due; infinity when none is waiting. */
export async function timeToNextMail(database: Database): Promise<number> {
  const next = await database
    .selectFrom('outbox')
    .select(({ fn }) => fn.min('due_at').as('due_at'))
    .where('state', '=', 'waiting')
    .executeTakeFirst();
  return next?.due_at ? Math.max(1, Date.parse(next.due_at) - Date.now()) : Number.POSITIVE_INFINITY;
}

/**
 * The number of waiting notices that were tried at least this often. Only notices: a visitor may have mistyped an address,
 * the owner has not.
 */
export async function countFailing(database: Database, tries: number): Promise<number> {
  const { count } = await database
    .selectFrom('outbox')
    .select(({ fn }) => fn.countAll().as('count'))
    .where('state', '=', 'waiting')
    .where('kind', '=', 'notice')
    .where('failing_since', 'is not', null)
    .where('attempts', '>=', tries)
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** Records the final outcome of a mail, even if another sender has it now. */
export async function finishMail(
  database: Database,
  { id }: OutboxRow,
  state: 'delivered' | 'dead',
  lastError: string | null = null,
): Promise<void> {
  await database
    .updateTable('outbox')
    .set({ state, ended_at: new Date().toISOString(), last_error: lastError })
    .where('id', '=', id)
    .execute();
}

/** Why a mail is sent later. */
interface Postponement {
  /** Until the next try, in milliseconds. */
  readonly delay: number;
  readonly lastError: string;
  readonly failingSince: string | null;
}

/** Puts a mail back for another try, unless another sender has taken it since. */
export async function postponeMail(
  database: Database,
  entry: OutboxRow,
  { delay, lastError, failingSince }: Postponement,
): Promise<void> {
  await database
    .updateTable('outbox')
    .set({
      due_at: new Date(Date.now() + delay).toISOString(),
      last_error: lastError,
      failing_since: failingSince,
    })
    .where('id', '=', entry.id)
    .where('attempts', '=', entry.attempts)
    .where('state', '=', 'waiting')
    .execute();
}

/**
 * Makes mails due now, as if they had never been tried: those that were given up, and those that wait for their next try.
 * One that is being sent at this moment may arrive twice.
 *
 * @param messageIds the messages that they belong to; undefined: all
 * @returns the ids of the messages that have such mails
 */
export async function retryMails(database: Database, messageIds?: readonly string[]): Promise<string[]> {
  const fresh = {
    attempts: 0,
    due_at: new Date().toISOString(),
    failing_since: null,
    ended_at: null,
    last_error: null,
  };
  const rows = await database
    .updateTable('outbox')
    .set({ state: 'waiting', ...fresh })
    .where('state', 'in', ['waiting', 'dead'])
    .$if(messageIds !== undefined, (query) => query.where('message_id', 'in', messageIds ?? []))
    .returning('message_id')
    .execute();
  return [...new Set(rows.map(({ message_id }) => message_id))];
}

/** A mail that hasn't gone out, and whose message it is about. */
export interface UnsentMail extends OutboxRow, Pick<MessageRow, 'name' | 'email' | 'subject'> {}

/** The mails that haven't gone out: those that were given up, then those that wait, the longest waiting first. */
export async function selectUnsent(database: Database, { offset, limit }: RowRange): Promise<UnsentMail[]> {
  return await database
    .selectFrom('outbox')
    .innerJoin('messages', 'messages.id', 'outbox.message_id')
    .selectAll('outbox')
    .select(['messages.name', 'messages.email', 'messages.subject'])
    .where('outbox.state', 'in', ['waiting', 'dead'])
    .orderBy('outbox.state')
    .orderBy('messages.received_at')
    .orderBy('outbox.id')
    .offset(offset)
    .limit(limit)
    .execute();
}

/** How many mails wait, and how many were given up. */
export async function countUnsent(database: Database): Promise<Readonly<Record<'waiting' | 'dead', number>>> {
  const rows = await database
    .selectFrom('outbox')
    .select(['state', ({ fn }) => fn.countAll().as('count')])
    .where('state', 'in', ['waiting', 'dead'])
    .groupBy('state')
    .execute();
  const countOf = (state: OutboxRow['state']) => Number(rows.find((row) => row.state === state)?.count ?? 0);
  return { waiting: countOf('waiting'), dead: countOf('dead') };
}

/** The outbox's entries, of all messages or of some, notices before confirmations. */
export async function selectMails(database: Database, ...messageIds: readonly string[]): Promise<OutboxRow[]> {
  return await database
    .selectFrom('outbox')
    .selectAll()
    .$if(messageIds.length > 0, (query) => query.where('message_id', 'in', messageIds))
    .orderBy('kind', 'desc')
    .execute();
}
