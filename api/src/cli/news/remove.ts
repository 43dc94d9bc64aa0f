import { changeNews } from '../../news/queries.ts';
import { type Command, CommandError } from '../Command.ts';

/** `news remove` */
export const remove: Command = {
  usage: 'UID',
  summary: 'Removes one item.',
  options: {},
  positionals: 1,
  run: async ({ database, positionals: [uid = ''], print }) => {
    const removed = await changeNews(database, async (transaction) => {
      const { numDeletedRows } = await transaction.deleteFrom('news').where('uid', '=', uid).executeTakeFirstOrThrow();
      return { changed: numDeletedRows > 0n, result: numDeletedRows > 0n };
    });
    if (!removed) throw new CommandError(`There is no item "${uid}". "news -- list" shows them all.`);
    print(`removed ${uid}`);
    return true;
  },
};
