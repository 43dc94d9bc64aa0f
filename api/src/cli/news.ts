import { OperatorError } from '@site/shared/contract/OperatorError.ts';
import { isLanguage, type Language, languages } from '@site/shared/i18n/languages.ts';
import type { Database, NewsRow } from '../database/schema.ts';
import { addItem, removeItem } from '../news/editNews.ts';
import { importNews } from '../news/importNews.ts';
import { defaultSource, issuesOf, newsInput, warningsOf } from '../news/input.ts';
import { selectNews } from '../news/queries.ts';
import { importReport } from './importReport.ts';
import { commandError } from './onDatabase.ts';
import { print, printError } from './print.ts';

function parseLanguage(value: string): Language;
function parseLanguage(value: string | undefined): Language | undefined;
function parseLanguage(value: string | undefined): Language | undefined {
  if (value === undefined || isLanguage(value)) return value;
  throw commandError(`--lang must be one of ${languages.join(', ')}, not "${value}".`);
}

const today = (): string => new Date().toISOString().slice(0, 10);

/** `site news list`. */
export async function listNews(database: Database, { lang }: { readonly lang?: string | undefined }): Promise<void> {
  const rows = await selectNews(database, parseLanguage(lang));
  for (const { publication_date, language, type, uid, source, title, link } of rows)
    print(`${publication_date}  ${language}  ${type}  ${uid}  ${source}: ${title}  ${link ?? '(no link)'}`);
  if (rows.length === 0) print('There is no news.');
}

/** Options of `site news add`, as the command line has them. */
interface NewsItemOptions {
  readonly lang: string;
  readonly title: string;
  readonly link?: string | undefined;
  readonly slug?: string | undefined;
  readonly source?: string | undefined;
  readonly date?: string | undefined;
  readonly type?: string | undefined;
  readonly video?: string | undefined;
  readonly uid?: string | undefined;
}

/** `site news add`. */
export async function addNews(database: Database, options: NewsItemOptions): Promise<void> {
  const item = parseItem(options);
  const outcome = await addItem(database, item);
  if (outcome === 'known')
    throw commandError(`There is an item "${item.uid}" already. Give another --uid, or remove it first.`);
  if (outcome === 'taken')
    throw commandError(`The slug "${item.slug}" is taken in this language. Give another --slug.`);
  for (const warning of warningsOf(item)) print(`note: ${warning}`);
  print(`added ${item.uid}: /${item.language}/blog/${item.slug}`);
}

function parseItem(options: NewsItemOptions): NewsRow {
  const language = parseLanguage(options.lang);
  const result = newsInput.safeParse({
    uid: options.uid,
    language,
    slug: options.slug,
    title: options.title,
    source: options.source ?? defaultSource(options.link, language),
    publication_date: options.date ?? today(),
    type: options.type,
    link: options.link,
    url_video: options.video,
  });
  if (!result.success) throw commandError(`The item was not added. ${issuesOf(result.error)}.`);
  return result.data;
}

/** `site news remove UID`. */
export async function removeNews(database: Database, uid: string): Promise<void> {
  if (!(await removeItem(database, uid)))
    throw commandError(`There is no item "${uid}". npx site news list shows them all.`);
  print(`removed ${uid}`);
}

/** Options of `site news import`. */
interface ImportOptions {
  readonly lang?: string | undefined;
  readonly dryRun?: true | undefined;
}

/** `site news import SOURCE…`. Returns whether everything was imported. */
export async function importSources(
  database: Database,
  sources: readonly string[],
  { lang, dryRun }: ImportOptions,
): Promise<boolean> {
  const isDryRun = dryRun === true;
  const language = parseLanguage(lang);
  const failures: string[] = [];
  let isComplete = true;
  for (const name of sources) {
    if (sources.length > 1) print(`${name}:`);
    try {
      const items = await importNews(database, name, { language, today: today(), isDryRun });
      for (const line of importReport(items, isDryRun)) print(line);
      isComplete &&= items.every(({ outcome }) => outcome !== 'refused');
    } catch (error) {
      // The other sources can still be imported.
      if (!(error instanceof OperatorError)) throw error;
      failures.push(error.message);
    }
  }
  for (const failure of failures) printError(failure);
  return isComplete && failures.length === 0;
}
