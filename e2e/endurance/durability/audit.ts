import { selectMessages } from '@site/api/contact/store.ts';
import type { Database, MessageRow } from '@site/api/database/schema.ts';
import { selectMails } from '@site/api/outbox/queries.ts';
import { contactFields } from '@site/shared/contract/contact/message.ts';
import type { Email } from 'postal-mime';
import type { Acknowledged } from './Visitors.ts';

/** What became of the messages. Every list has the words of messages. */
export interface Audit {
  readonly acknowledged: number;
  /** Acknowledged, but not in the database as they were written and under the id that their sender got. */
  readonly lost: readonly string[];
  /** In the database more than once. */
  readonly doubled: readonly string[];
  /** Acknowledged, but the mail server never got them, or the outbox doesn't know that it did. */
  readonly undelivered: readonly string[];
  /** Delivered more than once, and the number of the mails that were too many. */
  readonly repeated: { readonly messages: number; readonly mails: number };
}

/** Compares what visitors were told with what is in the database and what the mail server has got. */
export async function audit(
  acknowledged: readonly Acknowledged[],
  database: Database,
  mails: readonly Email[],
): Promise<Audit> {
  const rows = await selectMessages(database);
  const stored = Map.groupBy(rows, ({ message }) => message);
  const byId = new Map(rows.map((row) => [row.id, row]));
  const ended = new Set((await selectMails(database)).flatMap((mail) => (mail.state === 'delivered' ? mail.id : [])));
  const received = Map.groupBy(mails, ({ messageId }) => idIn(messageId));
  const copies = [...received.values()].map(({ length }) => length - 1).filter((more) => more > 0);
  const wordsOf = (which: (sent: Acknowledged) => boolean) =>
    acknowledged.filter(which).map(({ message }) => message.message);
  return {
    acknowledged: acknowledged.length,
    lost: wordsOf((sent) => !isSame(byId.get(sent.id), sent)),
    doubled: [...stored].filter(([, { length }]) => length > 1).map(([words]) => words),
    undelivered: wordsOf((sent) => !ended.has(sent.id) || !isDelivered(sent, received.get(sent.id))),
    repeated: { messages: copies.length, mails: copies.reduce((sum, more) => sum + more, 0) },
  };
}

/** The mails are those with the message's `Message-ID`. */
const isDelivered = ({ message }: Acknowledged, mails: readonly Email[] = []): boolean =>
  mails.some(({ text }) => text?.includes(message.message));

/** The id of the message that a mail's `Message-ID`, such as `<id@domain>`, is made of. */
const idIn = (messageId = ''): string => messageId.slice(1, messageId.indexOf('@'));

const isSame = (row: MessageRow | undefined, { message }: Acknowledged): boolean =>
  row !== undefined && contactFields.every((field) => row[field] === message[field]);
