import { type Html, html, type Part } from '../html/html.ts';
import type { TextName, Texts } from '../html/texts.ts';
import { theirs } from '../html/words.ts';

/** A column of a comparison. */
interface Column {
  readonly name: TextName;
  readonly isNumber?: true;
}

/** What two versions have, side by side. */
export const beforeAndAfter: readonly Column[] = [
  { name: 'change.name' },
  { name: 'change.before' },
  { name: 'change.after' },
];

/** The same of numbers, and how much that is apart. */
export const withDifference: readonly Column[] = [
  { name: 'change.name' },
  { name: 'change.before', isNumber: true },
  { name: 'change.after', isNumber: true },
  { name: 'change.difference', isNumber: true },
];

/** A table that may be wider than a phone: it scrolls by itself, also with the keyboard. */
export function comparisonTable(
  texts: Texts,
  name: TextName,
  columns: readonly Column[],
  rows: readonly Html[],
  looks?: 'weights' | 'texts',
): Html {
  const caption = texts.text(name);
  const heads = columns.map(
    (column) => html`<th scope="col"${column.isNumber && html` class="number"`}>${texts.text(column.name)}</th>`,
  );
  return html`<div class="table" role="region" aria-label="${caption}" tabindex="0"><table${looks && html` class="${looks}"`}><caption>${caption}</caption><thead><tr>${heads}</tr></thead><tbody>${rows}</tbody></table></div>`;
}

/** Something that only one of the versions has. */
export const none = (texts: Texts): Html => html`<span class="none">${texts.text('change.none')}</span>`;

/** What a version says, or that it says nothing. */
export function valueIn(texts: Texts, text: string | undefined): Part {
  if (text === undefined) return none(texts);
  return text === '' ? texts.text('change.ownOrigin') : theirs(text);
}

/** A number of bytes, or that there is nothing. */
export const bytesIn = (texts: Texts, bytes: number | undefined): Part =>
  bytes === undefined ? none(texts) : texts.bytes(bytes);

/** How much more or less there is than before. */
export const signed = (texts: Texts, bytes: number): string =>
  `${bytes > 0 ? '+' : '−'}${texts.bytes(Math.abs(bytes))}`;
