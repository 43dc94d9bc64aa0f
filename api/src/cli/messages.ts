import { deleteMessage, selectMessage, selectMessages } from '../contact/store.ts';
import type { OutboxRow } from '../database/schema.ts';
import { selectMails } from '../outbox/queries.ts';
import { type Command, commandError, runCli } from './runCli.ts';

const list: Command = {
  usage: '',
  summary: 'Lists the messages, newest first: time (UTC), id, sender, subject, and whether it was mailed.',
  positionals: 0,
  run: async ({ database }) => {
    const rows = await selectMessages(database);
    const mails = Map.groupBy(await selectMails(database), ({ message_id }) => message_id);
    for (const { id, received_at, name, email, subject } of rows) {
      const notice = mails.get(id)?.find(({ kind }) => kind === 'notice');
      console.log(`${received_at}  ${id}  ${name} <${email}>  ${subject}${notice ? `  ${deliveryText(notice)}` : ''}`);
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

const noMessage = (...ids: readonly string[]) =>
  commandError(`There is no message "${ids.join('", "')}". "messages -- list" shows them all.`);

function deliveryText({ state, attempts, ended_at, last_error }: OutboxRow): string {
  if (state === 'delivered') return `mailed ${ended_at}`;
  if (state === 'refused') return `refused by the mail server: ${last_error}`;
  const tries = attempts === 1 ? '1 try' : `${attempts} tries`;
  return last_error ? `not mailed yet after ${tries}: ${last_error}` : 'not mailed yet';
}

await runCli('messages', { list, show, delete: remove });
