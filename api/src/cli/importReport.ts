import type { NewsRow } from '../database/schema.ts';
import type { ImportedItem } from '../news/save.ts';

const outcomes = ['added', 'updated', 'unchanged', 'refused'] as const;

/**
 * The lines that report an import: notes about single items, what was left out, then the counts. A dry run lists every change,
 * too.
 */
export function importReport(items: readonly ImportedItem[], isDryRun: boolean): string[] {
  const counts = outcomes.map((outcome) => `${items.filter((item) => item.outcome === outcome).length} ${outcome}`);
  return [
    ...items.flatMap(notesOf),
    ...omissionsOf(items),
    ...(isDryRun ? items.flatMap(changeOf) : []),
    counts.join(', ') + (isDryRun ? ' (a dry run: nothing has changed)' : ''),
  ];
}

/** The notes of an unchanged item were reported when it was added. */
function notesOf({ position, outcome, notes }: ImportedItem): string[] {
  if (outcome === 'refused') return notes.map((note) => `item ${position} refused: ${note}`);
  return outcome === 'unchanged' || outcome === 'omitted' ? [] : notes.map((note) => `item ${position}: note: ${note}`);
}

/** One line for each reason: a feed may have thousands of old items. */
function omissionsOf(items: readonly ImportedItem[]): string[] {
  const omitted = items.filter(({ outcome }) => outcome === 'omitted');
  return [...Map.groupBy(omitted, ({ notes }) => notes.join('; '))].map(([reason, [first, ...others]]) => {
    const which = others.length === 0 ? `item ${first?.position}` : `${others.length + 1} items`;
    return `${which} left out: ${reason}`;
  });
}

function changeOf({ outcome, item, before }: ImportedItem): string[] {
  if (!item || outcome === 'unchanged') return [];
  if (!before) return [`add ${item.uid}: ${item.publication_date} ${item.title} (/${item.language}/blog/${item.slug})`];
  const fields = (Object.keys(item) as (keyof NewsRow)[]).filter((field) => item[field] !== before[field]);
  const changes = fields.map((field) => `${field} ${quote(before[field])} → ${quote(item[field])}`);
  return [`update ${item.uid}: ${changes.join(', ')}`];
}

const quote = (value: string | null) => (value === null ? 'none' : `“${value}”`);
