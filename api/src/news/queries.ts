import { randomUUID } from 'node:crypto';
import type { Language } from '@site/shared/i18n/languages.ts';
import { lockInTransaction } from '../database/dialect.ts';
import type { Database, NewsRow } from '../database/schema.ts';

/** The news of a language (or of all), newest first. */
export async function selectNews(database: Database, language?: Language): Promise<NewsRow[]> {
  return await database
    .selectFrom('news')
    .selectAll()
    .$if(language !== undefined, (query) => query.where('language', '=', language as Language))
    .orderBy('publication_date', 'desc')
    .orderBy('uid')
    .execute();
}

/** The item at a slug, if there is one. */
export async function selectArticle(
  database: Database,
  language: Language,
  slug: string,
): Promise<NewsRow | undefined> {
  return await database
    .selectFrom('news')
    .selectAll()
    .where('language', '=', language)
    .where('slug', '=', slug)
    .executeTakeFirst();
}

/**
 * The state of the news: an opaque text that changes with every change of them, whichever process made it.
 * Pages that were rendered from another state are out of date.
 */
export async function newsVersion(database: Database): Promise<string> {
  const row = await database
    .selectFrom('revisions')
    .select('revision')
    .where('topic', '=', 'news')
    .executeTakeFirstOrThrow();
  return row.revision;
}

/** Runs changes of the news in one transaction; `newsVersion` changes with them when they say that something changed. */
export async function changeNews<Result>(
  database: Database,
  change: (transaction: Database) => Promise<{ changed: boolean; result: Result }>,
): Promise<Result> {
  return await database.transaction().execute(async (transaction) => {
    await lockInTransaction(transaction, 'news');
    const { changed, result } = await change(transaction);
    if (changed) {
      await transaction.updateTable('revisions').set({ revision: randomUUID() }).where('topic', '=', 'news').execute();
    }
    return result;
  });
}

/** Runs changes of the news as `changeNews` does, and takes them back: what they would have done is known, and nothing has changed. */
export async function rehearseNews<Result>(
  database: Database,
  change: (transaction: Database) => Promise<{ result: Result }>,
): Promise<Result> {
  const transaction = await database.startTransaction().execute();
  try {
    const { result } = await change(transaction);
    return result;
  } finally {
    await transaction.rollback().execute();
  }
}
