import type { Database, NewsRow } from '../database/schema.ts';
import { changeNews, selectItem } from './queries.ts';
import { saveNews } from './save.ts';

/**
 * Adds an item of the owner's.
 *
 * @returns `known`: there is one with its uid, which stays; `taken`: another one of the language has its slug
 */
export const addItem = async (database: Database, item: NewsRow): Promise<'added' | 'known' | 'taken'> =>
  await changeNews(database, async (transaction) => {
    const known = await selectItem(transaction, item.uid);
    const outcome = known ? 'known' : await saveNews(transaction, item);
    const result = outcome === 'taken' || outcome === 'known' ? outcome : 'added';
    return { changed: result === 'added', result };
  });

/** Removes an item. Returns whether there was one. */
export const removeItem = async (database: Database, uid: string): Promise<boolean> =>
  await changeNews(database, async (transaction) => {
    const { numDeletedRows } = await transaction.deleteFrom('news').where('uid', '=', uid).executeTakeFirstOrThrow();
    return { changed: numDeletedRows > 0n, result: numDeletedRows > 0n };
  });
