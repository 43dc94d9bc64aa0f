import { selectNews } from '../../news/queries.ts';
import type { Command } from '../Command.ts';
import { languageHint, languageOption } from '../language.ts';

/** `news list` */
export const list: Command = {
  usage: '[options]',
  summary: 'Lists the news, newest first: date, language, type, uid, source, title and address.',
  options: { lang: languageHint },
  positionals: 0,
  run: async ({ database, options, print }) => {
    const rows = await selectNews(database, languageOption(options.lang));
    for (const row of rows) {
      print(
        `${row.publication_date}  ${row.language}  ${row.type}  ${row.uid}  ${row.source}: ${row.title}  ${row.link ?? '(no link)'}`,
      );
    }
    if (rows.length === 0) print('There is no news.');
    return true;
  },
};
