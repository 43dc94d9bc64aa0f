import type { NewsRow } from '../../database/schema.ts';
import type { ImportedItem } from '../../news/saveImported.ts';

const outcomes = ['added', 'updated', 'unchanged', 'refused'] as const;

/** What an import has done, in lines: what the owner should know of single items, then the counts. A rehearsal names every change. */
export function reportOf(items: readonly ImportedItem[], isRehearsal: boolean): string[] {
  const counts = outcomes.map((outcome) => `${items.filter((item) => item.outcome === outcome).length} ${outcome}`);
  return [
    ...items.flatMap(notesOf),
    ...(isRehearsal ? items.flatMap(changeOf) : []),
    counts.join(', ') + (isRehearsal ? ' (a dry run: nothing has changed)' : ''),
  ];
}

/** An item that was known and stays as it is has told its notes before. */
function notesOf({ position, outcome, notes }: ImportedItem): string[] {
  if (outcome === 'refused') return notes.map((note) => `item ${position} refused: ${note}`);
  return outcome === 'unchanged' ? [] : notes.map((note) => `item ${position}: note: ${note}`);
}

function changeOf({ outcome, item, before }: ImportedItem): string[] {
  if (!item || outcome === 'unchanged') return [];
  if (!before) return [`add ${item.uid}: ${item.publication_date} ${item.title} (/${item.language}/blog/${item.slug})`];
  const fields = (Object.keys(item) as (keyof NewsRow)[]).filter((field) => item[field] !== before[field]);
  return [
    `update ${item.uid}: ${fields.map((field) => `${field} ${show(before[field])} → ${show(item[field])}`).join(', ')}`,
  ];
}

const show = (value: string | null) => (value === null ? 'none' : `“${value}”`);
