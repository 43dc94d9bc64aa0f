import { randomUUID } from 'node:crypto';
import type { Language } from '@site/shared/i18n/languages.ts';
import { lockInTransaction } from '../database/postgres.ts';
import type { Database, NewsRow, RowRange } from '../database/schema.ts';

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

/** Some of the news of a language, newest first. */
export async function selectNewsIn(
  database: Database,
  language: Language,
  { offset, limit }: RowRange,
): Promise<NewsRow[]> {
  return await database
    .selectFrom('news')
    .selectAll()
    .where('language', '=', language)
    .orderBy('publication_date', 'desc')
    .orderBy('uid')
    .offset(offset)
    .limit(limit)
    .execute();
}

/** How many news items a language has. */
export async function countNews(database: Database, language: Language): Promise<number> {
  const { count } = await database
    .selectFrom('news')
    .select(({ fn }) => fn.countAll().as('count'))
    .where('language', '=', language)
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** The item with a uid, if there is one. */
export async function selectItem(database: Database, uid: string): Promise<NewsRow | undefined> {
  return await database.selectFrom('news').selectAll().where('uid', '=', uid).executeTakeFirst();
}

/** The item with a slug, if there is one. */
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
 * The version of the news: an opaque string that changes whenever any process changes the news. Pages rendered from another
 * version are stale.
 */
export async function newsVersion(database: Database): Promise<string> {
  const row = await database
    .selectFrom('revisions')
    .select('revision')
    .where('topic', '=', 'news')
    .executeTakeFirstOrThrow();
  return row.revision;
}

/** Changes the news in one transaction, and `newsVersion` with them if `change` reports that something changed. */
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

/** Runs a change of the news and rolls it back: returns what it would have done. */
export async function dryRunNewsChange<Result>(
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
