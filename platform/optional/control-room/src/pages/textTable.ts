import { plainLine } from '@site/shared/plainText.ts';
import { type Html, html, type Part } from '../html/html.ts';
import type { TextName, Texts } from '../html/texts.ts';
import { code, marked } from '../html/words.ts';
import { roomLimits } from '../limits.ts';
import type { TextChange } from '../reading/changes.ts';
import { textDifference } from '../reading/textDifference.ts';
import { beforeAndAfter, comparisonTable, none } from './tables.ts';

/** Texts as they were and as they are, with what has changed in them between marks. */
export function textTable(texts: Texts, name: TextName, changes: readonly TextChange[]): Html {
  const rows = changes.slice(0, roomLimits.textsShown).map((change) => {
    const [before, after] = cellsOf(texts, change);
    return html`<tr><th scope="row">${code(change.key)} <span class="small">${change.language}</span></th><td>${before}</td><td>${after}</td></tr>`;
  });
  const more = changes.length - rows.length;
  return html`${comparisonTable(texts, name, beforeAndAfter, rows, 'texts')}${more > 0 && html`<p class="small">${texts.count('change.more', more)}</p>`}`;
}

function cellsOf(texts: Texts, { language, before, after }: TextChange): readonly [Part, Part] {
  if (before === undefined || after === undefined)
    return [whole(texts, before, language, 'del'), whole(texts, after, language, 'ins')];
  const [earlier, later] = [plainLine(before), plainLine(after)];
  const difference = textDifference(earlier, later);
  const cells = [marked(difference.before, language, 'del'), marked(difference.after, language, 'ins')] as const;
  return earlier === later
    ? [cells[0], html`${cells[1]} <span class="none">${texts.text('change.unseen')}</span>`]
    : cells;
}

/** A text that only one of the versions has. */
const whole = (texts: Texts, text: string | undefined, language: string, mark: 'del' | 'ins'): Part =>
  text === undefined ? none(texts) : marked([{ text: plainLine(text), isChanged: true }], language, mark);
