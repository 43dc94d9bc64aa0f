import type { Database, NewsRow } from '../database/schema.ts';

/** What became of an item that was to be saved; `taken`: its slug belongs to another item of the language. */
export type SaveOutcome = 'added' | 'updated' | 'unchanged' | 'taken';

/** Adds an item, or updates the one with its uid. To be called within `changeNews`. */
export async function saveNews(transaction: Database, item: NewsRow): Promise<SaveOutcome> {
  const sameSlug = await transaction
    .selectFrom('news')
    .select('uid')
    .where('language', '=', item.language)
    .where('slug', '=', item.slug)
    .executeTakeFirst();
  if (sameSlug && sameSlug.uid !== item.uid) return 'taken';
  const stored = await transaction.selectFrom('news').selectAll().where('uid', '=', item.uid).executeTakeFirst();
  if (!stored) {
    await transaction.insertInto('news').values(item).execute();
    return 'added';
  }
  if (isSame(stored, item)) return 'unchanged';
  await transaction.updateTable('news').set(item).where('uid', '=', item.uid).execute();
  return 'updated';
}

function isSame(stored: NewsRow, item: NewsRow): boolean {
  return (Object.keys(item) as (keyof NewsRow)[]).every((key) => stored[key] === item[key]);
}
