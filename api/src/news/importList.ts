import type { Language } from '@site/shared/i18n/languages.ts';
import type { Database } from '../database/schema.ts';
import { isRecord } from '../isRecord.ts';
import { issuesOf, newsInput } from './input.ts';
import { type ImportedItem, saveImported } from './saveImported.ts';
import { warningsOf } from './warnings.ts';

/**
 * Adds or updates the items of a list in the site's own form, by their uid; what can't be used is refused, item by item.
 * To be called within `changeNews`.
 */
export async function importList(
  transaction: Database,
  items: readonly unknown[],
  language: Language | undefined,
): Promise<ImportedItem[]> {
  const imported: ImportedItem[] = [];
  for (const [index, item] of items.entries()) {
    const position = index + 1;
    const result = newsInput.safeParse(isRecord(item) && language ? { language, ...item } : item);
    imported.push(
      result.success
        ? await saveImported(transaction, result.data, { position, notes: warningsOf(result.data) })
        : { position, outcome: 'refused', notes: [issuesOf(result.error)] },
    );
  }
  return imported;
}
