import { selectMessage } from '../../contact/queries.ts';
import { selectMails } from '../../outbox/queries.ts';
import { type Command, CommandError } from '../Command.ts';
import { deliveryText } from './deliveryText.ts';

/** `messages show` */
export const show: Command = {
  usage: 'ID',
  summary: 'Shows one message in full.',
  options: {},
  positionals: 1,
  run: async ({ database, positionals: [id = ''], print }) => {
    const row = await selectMessage(database, id);
    if (!row) throw new CommandError(`There is no message "${id}". "messages -- list" shows them all.`);
    const mails = await selectMails(database, id);
    print(
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
