import { selectMessages } from '../../contact/queries.ts';
import { selectMails } from '../../outbox/queries.ts';
import type { Command } from '../Command.ts';
import { deliveryText } from './deliveryText.ts';

/** `messages list` */
export const list: Command = {
  usage: '',
  summary: 'Lists the messages, newest first: time (UTC), id, sender, subject, and whether it was mailed.',
  options: {},
  positionals: 0,
  run: async ({ database, print }) => {
    const rows = await selectMessages(database);
    const mails = Map.groupBy(await selectMails(database), ({ message_id }) => message_id);
    for (const row of rows) {
      const notice = mails.get(row.id)?.find(({ kind }) => kind === 'notice');
      const mailed = notice ? `  ${deliveryText(notice)}` : '';
      print(`${row.received_at}  ${row.id}  ${row.name} <${row.email}>  ${row.subject}${mailed}`);
    }
    if (rows.length === 0) print('There are no messages.');
    return true;
  },
};
