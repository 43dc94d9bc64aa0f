import type { Database, NewsRow } from '../database/schema.ts';
import { type SaveOutcome, saveNews } from './save.ts';

/** What became of one item of an import. */
export interface ImportedItem {
  /** Where it stands in its file or feed, from 1. */
  readonly position: number;
  readonly outcome: Exclude<SaveOutcome, 'taken'> | 'refused';
  /** The stored item, and what it was before; absent when it was refused or, `before`, when it is new. */
  readonly item?: NewsRow;
  readonly before?: NewsRow | undefined;
  readonly notes: readonly string[];
}

/** Saves an item of an import, and tells what it was before. To be called within `changeNews`. */
export async function saveImported(
  transaction: Database,
  item: NewsRow,
  { position, notes }: Pick<ImportedItem, 'position' | 'notes'>,
): Promise<ImportedItem> {
  const before = await transaction.selectFrom('news').selectAll().where('uid', '=', item.uid).executeTakeFirst();
  const outcome = await saveNews(transaction, item);
  if (outcome !== 'taken') return { position, outcome, item, before, notes };
  const note = `slug: another item of this language has "${item.slug}" already`;
  return { position, outcome: 'refused', notes: [note] };
}
