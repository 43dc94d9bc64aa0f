import { OperatorError } from '@site/shared/contract/OperatorError.ts';
import type { Language } from '@site/shared/i18n/languages.ts';
import { z } from 'zod';
import type { Database, NewsRow } from '../database/schema.ts';
import type { Feed } from './feeds/formats/feed.ts';
import { importFeed } from './feeds/importFeed.ts';
import { issuesOf, newsInput, warningsOf } from './input.ts';
import { changeNews, dryRunNewsChange } from './queries.ts';
import { type ImportedItem, saveImported } from './save.ts';
import { readSource, type Source } from './sources/readSource.ts';

/** How to import a source. */
export interface ImportOptions {
  /** The language of a feed's items, and of a list's items that name none. */
  readonly language: Language | undefined;
  /** The date of items that have none, `YYYY-MM-DD`. */
  readonly today: string;
  /** Whether only to report what would change. */
  readonly isDryRun: boolean;
  /** Whether an item of a feed is wanted, as it would be stored; default: all are. */
  readonly isWanted?: ((item: NewsRow) => boolean) | undefined;
}

/**
 * Imports the feed or list of news of a file or an http(s) URL in one transaction.
 *
 * @returns what happened to each item
 * @throws {OperatorError} `NEWS-…` when nothing was imported
 */
export async function importNews(
  database: Database,
  name: string,
  { language, today, isDryRun, isWanted }: ImportOptions,
): Promise<ImportedItem[]> {
  const source = await readSource(name);
  const content = await parseSource(source);
  // A list can change every item, and the uids are public: someone who controls a URL must not have that power.
  if ('list' in content && source.url !== undefined)
    throw new OperatorError(
      'NEWS-FORMAT',
      `"${name}" is a list in the site’s own form, which is imported only from files. Download it, look at it, and import the file.`,
    );
  if ('feed' in content && !language)
    throw new OperatorError('NEWS-LANGUAGE', `"${name}" is a feed: name the language of its items with --lang.`);
  const save = isDryRun ? dryRunNewsChange : changeNews;
  return await save(database, async (transaction) => {
    const result =
      'list' in content
        ? await importList(transaction, content.list, language)
        : await importFeed(transaction, content.feed, { name, language: language as Language, today, isWanted });
    return { changed: result.some(({ outcome }) => outcome === 'added' || outcome === 'updated'), result };
  });
}

const jsonFeed = z.object({ version: z.string().startsWith('https://jsonfeed.org/version/') });
const ownForm = z.union([z.array(z.unknown()), z.object({ news: z.array(z.unknown()) }).transform(({ news }) => news)]);

/**
 * Parses a source as a feed, or as a list of items in the site's own form, which `importList` checks.
 *
 * @throws {OperatorError} `NEWS-FORMAT` when it is neither
 */
async function parseSource(source: Source): Promise<{ readonly feed: Feed } | { readonly list: readonly unknown[] }> {
  if (!/^\s*[[{]/.test(source.text)) return { feed: await parseFeed(source) };
  const content = parseJson(source);
  if (jsonFeed.safeParse(content).success) return { feed: await parseFeed(source) };
  const list = ownForm.safeParse(content);
  if (list.success) return { list: list.data };
  throw new OperatorError(
    'NEWS-FORMAT',
    `"${source.name}" must hold an array of items, or { "news": [ … ] }, or be a JSON Feed.`,
  );
}

/** The parsers of feeds are loaded here: lists, and the other commands, don't need them. */
const parseFeed = async (source: Source): Promise<Feed> => (await import('./feeds/readFeed.ts')).readFeed(source);

function parseJson({ name, text }: Source): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    const reason = error instanceof Error ? error.message : error;
    throw new OperatorError('NEWS-FORMAT', `"${name}" is not valid JSON: ${reason}`, error);
  }
}

/** Adds or updates the items of a list, by their uid. Refuses those that can't be used, one by one. */
async function importList(
  transaction: Database,
  items: readonly unknown[],
  language: Language | undefined,
): Promise<ImportedItem[]> {
  const imported: ImportedItem[] = [];
  for (const [index, item] of items.entries()) {
    const position = index + 1;
    const isObject = typeof item === 'object' && item !== null && !Array.isArray(item);
    const result = newsInput.safeParse(isObject && language ? { language, ...item } : item);
    imported.push(
      result.success
        ? await saveImported(transaction, result.data, { position, notes: warningsOf(result.data) })
        : { position, outcome: 'refused', notes: [issuesOf(result.error)] },
    );
  }
  return imported;
}
