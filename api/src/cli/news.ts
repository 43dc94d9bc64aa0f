import { OperatorError } from '@site/shared/contract/OperatorError.ts';
import { isLanguage, type Language, languages } from '@site/shared/i18n/languages.ts';
import type { NewsRow } from '../database/schema.ts';
import { importNews } from '../news/importNews.ts';
import { defaultSource, issuesOf, newsInput, warningsOf } from '../news/input.ts';
import { changeNews, selectNews } from '../news/queries.ts';
import { saveNews } from '../news/save.ts';
import { importReport } from './importReport.ts';
import { type Command, commandError, runCli } from './runCli.ts';

const languageHint = languages.join('|');

function parseLanguage(value: string | undefined): Language | undefined {
  if (value === undefined || isLanguage(value)) return value;
  throw commandError(`--lang must be one of ${languages.join(', ')}, not "${value}".`);
}

const today = (): string => new Date().toISOString().slice(0, 10);

const list: Command = {
  usage: '[options]',
  summary: 'Lists the news, newest first: date, language, type, uid, source, title and address.',
  options: { lang: languageHint },
  positionals: 0,
  run: async ({ database, options }) => {
    const rows = await selectNews(database, parseLanguage(options.lang));
    for (const { publication_date, language, type, uid, source, title, link } of rows)
      console.log(`${publication_date}  ${language}  ${type}  ${uid}  ${source}: ${title}  ${link ?? '(no link)'}`);
    if (rows.length === 0) console.log('There is no news.');
    return true;
  },
};

const add: Command = {
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
  run: async ({ database, options }) => {
    const item = parseItem(options);
    const outcome = await changeNews(database, async (transaction) => {
      const known = await transaction.selectFrom('news').select('uid').where('uid', '=', item.uid).executeTakeFirst();
      const result = known ? 'known' : await saveNews(transaction, item);
      return { changed: result === 'added', result };
    });
    if (outcome === 'known')
      throw commandError(`There is an item "${item.uid}" already. Give another --uid, or remove it first.`);
    if (outcome === 'taken')
      throw commandError(`The slug "${item.slug}" is taken in this language. Give another --slug.`);
    for (const warning of warningsOf(item)) console.log(`note: ${warning}`);
    console.log(`added ${item.uid}: /${item.language}/blog/${item.slug}`);
    return true;
  },
};

function parseItem(options: Readonly<Record<string, string | undefined>>): NewsRow {
  const language = parseLanguage(options.lang);
  if (language === undefined) throw commandError(`--lang is missing: ${languageHint}.`);
  const result = newsInput.safeParse({
    uid: options.uid,
    language,
    slug: options.slug,
    title: options.title ?? '',
    source: options.source ?? defaultSource(options.link, language),
    publication_date: options.date ?? today(),
    type: options.type,
    link: options.link,
    url_video: options.video,
  });
  if (!result.success) throw commandError(`The item was not added. ${issuesOf(result.error)}.`);
  return result.data;
}

const remove: Command = {
  usage: 'UID',
  summary: 'Removes one item.',
  positionals: 1,
  run: async ({ database, positionals: [uid = ''] }) => {
    const removed = await changeNews(database, async (transaction) => {
      const { numDeletedRows } = await transaction.deleteFrom('news').where('uid', '=', uid).executeTakeFirstOrThrow();
      return { changed: numDeletedRows > 0n, result: numDeletedRows > 0n };
    });
    if (!removed) throw commandError(`There is no item "${uid}". "news -- list" shows them all.`);
    console.log(`removed ${uid}`);
    return true;
  },
};

const importSources: Command = {
  usage: 'FILE|URL… [options]',
  summary:
    'Adds or updates the items of feeds (RSS, Atom, JSON Feed, YouTube), or of JSON files: an array, or { "news": [ … ] }. Importing them again changes nothing.',
  options: {
    lang: `${languageHint}     (needed for feeds; in JSON files, of the items that don't name their language)`,
  },
  flags: { 'dry-run': '         (shows what would change, and changes nothing)' },
  positionals: 1,
  isVariadic: true,
  run: async ({ database, options, flags, positionals }) => {
    const isDryRun = flags.has('dry-run');
    const language = parseLanguage(options.lang);
    const failures: string[] = [];
    let isComplete = true;
    for (const name of positionals) {
      if (positionals.length > 1) console.log(`${name}:`);
      try {
        const items = await importNews(database, name, { language, today: today(), isDryRun });
        for (const line of importReport(items, isDryRun)) console.log(line);
        isComplete &&= items.every(({ outcome }) => outcome !== 'refused');
      } catch (error) {
        // The other sources can still be imported.
        if (!(error instanceof OperatorError)) throw error;
        failures.push(error.message);
      }
    }
    for (const failure of failures) console.error(failure);
    return isComplete && failures.length === 0;
  },
};

/** The commands of `npm run news`. */
export const newsCommands: Readonly<Record<string, Command>> = { list, add, remove, import: importSources };

if (import.meta.main) process.exitCode = await runCli('news', newsCommands);
