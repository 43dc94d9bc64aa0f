import type { NewsRow } from '../../database/schema.ts';
import { issuesOf, newsInput } from '../../news/input.ts';
import { changeNews } from '../../news/queries.ts';
import { saveNews } from '../../news/save.ts';
import { sourceName } from '../../news/sourceName.ts';
import { warningsOf } from '../../news/warnings.ts';
import { type Command, CommandError } from '../Command.ts';
import { languageHint, languageOption } from '../language.ts';

/** `news add` */
export const add: Command = {
  usage: '--lang LANGUAGE --title TITLE [options]',
  summary: 'Adds one item. Without --link its page leads to the home page.',
  options: {
    lang: languageHint,
    title: 'TITLE',
    link: 'URL',
    slug: 'SLUG            (default: made from the title)',
    source: 'NAME          (default: the host of the link)',
    date: 'YYYY-MM-DD      (default: today)',
    type: 'article|youtube (default: youtube when there is a video)',
    video: 'URL            of a YouTube video',
    uid: 'UID              (default: language and slug)',
  },
  positionals: 0,
  run: async ({ database, options, print }) => {
    const item = readItem(options);
    const outcome = await changeNews(database, async (transaction) => {
      const known = await transaction.selectFrom('news').select('uid').where('uid', '=', item.uid).executeTakeFirst();
      const result = known ? 'known' : await saveNews(transaction, item);
      return { changed: result === 'added', result };
    });
    if (outcome === 'known')
      throw new CommandError(`There is an item "${item.uid}" already. Give another --uid, or remove it first.`);
    if (outcome === 'taken')
      throw new CommandError(`The slug "${item.slug}" is taken in this language. Give another --slug.`);
    for (const warning of warningsOf(item)) print(`note: ${warning}`);
    print(`added ${item.uid}: /${item.language}/blog/${item.slug}`);
    return true;
  },
};

function readItem(options: Readonly<Record<string, string | undefined>>): NewsRow {
  const language = languageOption(options.lang);
  if (language === undefined) throw new CommandError(`--lang is missing: ${languageHint}.`);
  const result = newsInput.safeParse({
    uid: options.uid,
    language,
    slug: options.slug,
    title: options.title ?? '',
    source: options.source ?? sourceName(options.link, language),
    publication_date: options.date ?? new Date().toISOString().slice(0, 10),
    type: options.type,
    link: options.link,
    url_video: options.video,
  });
  if (!result.success) throw new CommandError(`The item was not added. ${issuesOf(result.error)}.`);
  return result.data;
}
