import type { Language } from '@site/shared/i18n/languages.ts';
import type { Database } from '../database/schema.ts';
import { importFeed } from './feeds/importFeed.ts';
import { ImportError } from './ImportError.ts';
import { importList } from './importList.ts';
import { changeNews, rehearseNews } from './queries.ts';
import type { ImportedItem } from './saveImported.ts';
import { contentOf } from './sources/contentOf.ts';
import { readSource } from './sources/readSource.ts';

/** How a source is imported. */
export interface ImportOptions {
  /** Of a feed's items, and of those in a list that don't name theirs. */
  readonly language: Language | undefined;
  /** The day that items without a date get, `YYYY-MM-DD`. */
  readonly today: string;
  /** Whether nothing is to be changed. */
  readonly isRehearsal: boolean;
}

/**
 * Imports what a file or an http(s) address holds, in one transaction, and tells what became of each item.
 *
 * @throws {ImportError} when nothing was imported
 */
export async function importSource(
  database: Database,
  name: string,
  { language, today, isRehearsal }: ImportOptions,
): Promise<ImportedItem[]> {
  const source = await readSource(name);
  const content = contentOf(source);
  if ('list' in content && source.address !== undefined) throw listElsewhere(name);
  const save = isRehearsal ? rehearseNews : changeNews;
  return await save(database, async (transaction) => {
    const result =
      'list' in content
        ? await importList(transaction, content.list, language)
        : await importFeed(transaction, content.feed, { name, language: languageOf(name, language), today });
    return { changed: result.some(({ outcome }) => outcome === 'added' || outcome === 'updated'), result };
  });
}

/** A list can change every item, and everybody knows their uids: whoever answers at an address must not. */
const listElsewhere = (name: string): ImportError =>
  new ImportError(
    'NEWS-FORMAT',
    `"${name}" is a list in the site’s own form, which is taken from files alone. Download it, look at it, and import the file.`,
  );

function languageOf(name: string, language: Language | undefined): Language {
  if (language) return language;
  throw new ImportError('NEWS-LANGUAGE', `"${name}" is a feed: tell the language of its items with --lang.`);
}
