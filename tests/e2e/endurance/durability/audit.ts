import { selectMessages } from '@site/api/contact/store.ts';
import type { Database, MessageRow } from '@site/api/database/schema.ts';
import { selectMails } from '@site/api/outbox/queries.ts';
import { contactFields } from '@site/shared/contract/contact/fields.ts';
import { markdownTable } from '@site/testkit/measure/report.ts';
import type { Email } from 'postal-mime';
import type { Mood } from './FlappingMailServer.ts';
import type { Acknowledged, Visitors } from './Visitors.ts';

/** What happened to the messages. The lists contain texts of messages. */
export interface Audit {
  readonly acknowledged: number;
  /** Acknowledged, but not in the database unchanged and under the acknowledged id. */
  readonly lost: readonly string[];
  /** In the database more than once. */
  readonly doubled: readonly string[];
  /** Acknowledged, but not received by the mail server, or not marked as delivered in the outbox. */
  readonly undelivered: readonly string[];
  /** Messages that were delivered more than once, and the number of superfluous mails. */
  readonly repeated: { readonly messages: number; readonly mails: number };
}

/** Compares the acknowledged messages with the database and the received mails. */
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

/** The message's id in a mail's `Message-ID`, such as `<id@domain>`. */
const idIn = (messageId = ''): string => messageId.slice(1, messageId.indexOf('@'));

const isSame = (row: MessageRow | undefined, { message }: Acknowledged): boolean =>
  row !== undefined && contactFields.every((field) => row[field] === message[field]);

/** The result of a run. */
export interface DurabilityRunResult extends Audit, Pick<Visitors, 'failures' | 'unanswered' | 'refused'> {
  readonly kills: number;
  /** How many mails met each mood of the mail server. */
  readonly met: Readonly<Record<Mood, number>>;
  /** From the end of the disturbances until all mails were delivered, in milliseconds. */
  readonly rest: number;
}

/** The results by the kind of run. */
export type DurabilityResult = ReadonlyMap<string, DurabilityRunResult>;

/** Whether no message was lost. */
export function isGood(results: DurabilityResult): boolean {
  return [...results.values()].every(({ lost, doubled, undelivered, failures }) =>
    [lost, doubled, undelivered, failures].every(({ length }) => length === 0),
  );
}

/** A table of what happened to the servers and the messages. */
export function durabilityTable(results: DurabilityResult): string {
  const row = (name: string, value: (result: DurabilityRunResult) => string | number, goal = '') => [
    name,
    ...[...results.values()].map((result) => String(value(result))),
    goal,
  ];
  const none = (name: string, list: (result: DurabilityRunResult) => readonly string[]) => {
    const isMet = [...results.values()].every((result) => list(result).length === 0);
    return row(name, (result) => list(result).length, `0 ${isMet ? 'met' : 'missed'}`);
  };
  return markdownTable(
    ['', ...results.keys(), 'goal'],
    [
      row('servers killed', ({ kills }) => kills),
      row('requests without an answer', ({ unanswered }) => unanswered),
      row('requests answered with an error', ({ refused }) => refused),
      row('tries that the mail server refused: 421, 451', ({ met }) => `${met.refuses}, ${met.later}`),
      row('tries that it broke off: before, after it had the mail', ({ met }) => `${met.breaks}, ${met.forgets}`),
      row('messages acknowledged', ({ acknowledged }) => acknowledged),
      none('… and not in the database', ({ lost }) => lost),
      none('… and in the database more than once', ({ doubled }) => doubled),
      none('… and never delivered', ({ undelivered }) => undelivered),
      none('messages that never got through', ({ failures }) => failures),
      row('messages delivered more than once', ({ repeated }) => repeated.messages),
      row('… and mails too many', ({ repeated }) => repeated.mails),
      row('until the last mail was delivered', ({ rest }) => `${(rest / 1000).toFixed(0)} s`),
    ],
  );
}
