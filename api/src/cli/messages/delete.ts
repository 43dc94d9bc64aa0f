import { deleteMessage } from '../../contact/queries.ts';
import { type Command, CommandError } from '../Command.ts';

/** `messages delete` */
export const remove: Command = {
  usage: 'ID…',
  summary: 'Deletes messages for good, with what is left to mail of them.',
  options: {},
  positionals: 1,
  takesMore: true,
  run: async ({ database, positionals, print }) => {
    const unknown: string[] = [];
    for (const id of positionals) {
      if (await deleteMessage(database, id)) print(`deleted ${id}`);
      else unknown.push(id);
    }
    if (unknown.length === 0) return true;
    throw new CommandError(`There is no message "${unknown.join('", "')}". "messages -- list" shows them all.`);
  },
};
