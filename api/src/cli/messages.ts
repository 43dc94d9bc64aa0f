import { deleteMessage, selectMessage, selectMessages } from '../contact/store.ts';
import type { OutboxRow } from '../database/schema.ts';
import { retryMails, selectMails } from '../outbox/queries.ts';
import { type Command, commandError, runCli } from './runCli.ts';

const list: Command = {
  usage: '',
  summary: 'Lists the messages, newest first: time (UTC), id, sender, subject, and whether it was mailed.',
  positionals: 0,
  run: async ({ database }) => {
    const rows = await selectMessages(database);
    const mails = Map.groupBy(await selectMails(database), ({ message_id }) => message_id);
    for (const { id, received_at, name, email, subject } of rows) {
      const deliveries = (mails.get(id) ?? []).flatMap((mail) => {
        if (mail.kind === 'notice') return deliveryText(mail);
        return mail.state === 'dead' ? `confirmation ${deliveryText(mail)}` : [];
      });
      console.log([`${received_at}  ${id}  ${name} <${email}>  ${subject}`, ...deliveries].join('  '));
    }
    if (rows.length === 0) console.log('There are no messages.');
    return true;
  },
};

const show: Command = {
  usage: 'ID',
  summary: 'Shows one message in full.',
  positionals: 1,
  run: async ({ database, positionals: [id = ''] }) => {
    const row = await selectMessage(database, id);
    if (!row) throw noMessage(id);
    const mails = await selectMails(database, id);
    console.log(
      [
        `Received: ${row.received_at}`,
        `Language: ${row.language}`,
        `From: ${row.name} <${row.email}>`,
        `Subject: ${row.subject}`,
        ...mails.map((mail) => `${mail.kind === 'notice' ? 'Mail' : 'Confirmation'}: ${deliveryText(mail)}`),
        '',
        row.message,
      ].join('\n'),
    );
    return true;
  },
};

const remove: Command = {
  usage: 'ID…',
  summary: 'Deletes messages for good, and their mails that have not been sent yet.',
  positionals: 1,
  isVariadic: true,
  run: async ({ database, positionals }) => {
    const unknown: string[] = [];
    for (const id of positionals) {
      if (await deleteMessage(database, id)) console.log(`deleted ${id}`);
      else unknown.push(id);
    }
    if (unknown.length > 0) throw noMessage(...unknown);
    return true;
  },
};

const retry: Command = {
  usage: 'ID…|--all',
  summary: 'Sends the mails of messages again now: those that were given up, and those that wait for their next try.',
  flags: { all: '(of every message)' },
  positionals: 0,
  isVariadic: true,
  run: async ({ database, positionals, flags }) => {
    if (flags.has('all') === positionals.length > 0) throw commandError('Wanted here: ID…, or --all.');
    const retried = await retryMails(database, flags.has('all') ? undefined : positionals);
    for (const id of retried) console.log(`sending again ${id}`);
    if (flags.has('all') && retried.length === 0) console.log('No mail waits, and none was given up.');
    const others = positionals.filter((id) => !retried.includes(id));
    if (others.length > 0) throw commandError(`No mail waits or was given up of: ${others.join(', ')}.`);
    return true;
  },
};

const noMessage = (...ids: readonly string[]) =>
  commandError(`There is no message "${ids.join('", "')}". "messages -- list" shows them all.`);

function deliveryText({ state, attempts, ended_at, last_error }: OutboxRow): string {
  if (state === 'delivered') return `mailed ${ended_at}`;
  const tries = attempts === 1 ? '1 try' : `${attempts} tries`;
  if (state === 'dead') return `given up ${ended_at} after ${tries}: ${last_error}`;
  return last_error ? `not mailed yet after ${tries}: ${last_error}` : 'not mailed yet';
}

/** The commands of `npm run messages`. */
export const messagesCommands: Readonly<Record<string, Command>> = { list, show, retry, delete: remove };

if (import.meta.main) process.exitCode = await runCli('messages', messagesCommands);
