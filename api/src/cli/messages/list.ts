import { selectMessages } from '../../contact/queries.ts';
import type { Command } from '../Command.ts';

/** `messages list` */
export const list: Command = {
  usage: '',
  summary: 'Lists the messages, newest first: time (UTC), id, sender and subject.',
  options: {},
  positionals: 0,
  run: async ({ database, print }) => {
    const rows = await selectMessages(database);
    for (const row of rows) print(`${row.received_at}  ${row.id}  ${row.name} <${row.email}>  ${row.subject}`);
    if (rows.length === 0) print('There are no messages.');
    return true;
  },
};
