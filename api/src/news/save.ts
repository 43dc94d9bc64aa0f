import type { Database, NewsRow } from '../database/schema.ts';
import { selectItem } from './queries.ts';

/** The outcome of saving an item; `taken`: another item of the language has its slug. */
export type SaveOutcome = 'added' | 'updated' | 'unchanged' | 'taken';

/** Adds an item, or updates the one with its uid. Call it within `changeNews`. */
export async function saveNews(transaction: Database, item: NewsRow): Promise<SaveOutcome> {
  const sameSlug = await transaction
    .selectFrom('news')
    .select('uid')
    .where('language', '=', item.language)
    .where('slug', '=', item.slug)
    .executeTakeFirst();
  if (sameSlug && sameSlug.uid !== item.uid) return 'taken';
  const stored = await selectItem(transaction, item.uid);
  if (!stored) {
    await transaction.insertInto('news').values(item).execute();
    return 'added';
  }
  if (isSame(stored, item)) return 'unchanged';
  await transaction.updateTable('news').set(item).where('uid', '=', item.uid).execute();
  return 'updated';
}

const isSame = (stored: NewsRow, item: NewsRow): boolean =>
  (Object.keys(item) as (keyof NewsRow)[]).every((key) => stored[key] === item[key]);

/** What an import did with one item. */
export interface ImportedItem {
  /** Its position in the file or feed, from 1. */
  readonly position: number;
  /** `omitted`: it repeats another item, or is older than all that are imported. `declined`: it wasn't wanted. */
  readonly outcome: Exclude<SaveOutcome, 'taken'> | 'refused' | 'omitted' | 'declined';
  /** The item as it is stored, or would be; absent when it was refused or omitted. */
  readonly item?: NewsRow;
  /** What was stored before; absent when the item is new, or was refused or omitted. */
  readonly before?: NewsRow | undefined;
  readonly notes: readonly string[];
}

/** Saves an item of an import. Call it within `changeNews`. */
export async function saveImported(
  transaction: Database,
  item: NewsRow,
  { position, notes }: Pick<ImportedItem, 'position' | 'notes'>,
): Promise<ImportedItem> {
  const before = await selectItem(transaction, item.uid);
  const outcome = await saveNews(transaction, item);
  if (outcome !== 'taken') return { position, outcome, item, before, notes };
  const note = `slug: another item of this language has "${item.slug}" already`;
  return { position, outcome: 'refused', notes: [note] };
}
