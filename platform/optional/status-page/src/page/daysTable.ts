import { formatLongDate } from '@site/shared/format.ts';
import { escapeHtml } from '@site/shared/html.ts';
import type { Language } from '@site/shared/i18n/languages.ts';
import { type Day, type History, lastDates, worstOf } from '../history.ts';
import type { Kind } from '../probes.ts';
import { fill, formatDuration, type Texts } from '../texts.ts';

interface TableContext {
  readonly history: History;
  readonly language: Language;
  readonly texts: Texts;
  readonly now: number;
}

/** What the bars show, in words: the days that were checked, newest first. */
export function daysTable(parts: readonly { readonly kind: Kind }[], context: TableContext): string {
  const { history, language, texts, now } = context;
  const dates = lastDates(now)
    .filter((date) => history.days[date] !== undefined)
    .toReversed();
  const rows = dates.map((date) => {
    const cells = parts.map(({ kind }) => `<td>${cell(history.days[date]?.[kind], context)}</td>`);
    return `<tr><th scope="row"><time datetime="${date}">${escapeHtml(formatLongDate(date, language))}</time></th>${cells.join('')}</tr>`;
  });
  const heads = [texts.days.day, ...parts.map(({ kind }) => texts.parts[kind])].map(
    (head) => `<th scope="col">${escapeHtml(head)}</th>`,
  );
  return `<details><summary>${escapeHtml(texts.days.table)}</summary>
<div class="scrolled" role="group" aria-labelledby="days" tabindex="0"><table aria-labelledby="days"><thead><tr>${heads.join('')}</tr></thead>
<tbody>
${rows.join('\n')}
</tbody></table></div></details>`;
}

/** A day of a part: that it worked, or how long it didn't. */
function cell(day: Day | undefined, { language, texts }: TableContext): string {
  const worst = worstOf(day);
  if (worst === undefined || worst === 'up') return escapeHtml(texts.states[worst ?? 'unknown']);
  const troubles = (['down', 'degraded'] as const).flatMap((state) => {
    const seconds = day?.[state];
    if (seconds === undefined) return [];
    const lasted = fill(texts.days.lasted, { state: texts.states[state], duration: formatDuration(seconds, language) });
    return [`<span class="${state}">${escapeHtml(lasted)}</span>`];
  });
  return troubles.join('<br>');
}
