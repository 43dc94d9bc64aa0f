import { formatLongDate } from '@site/shared/format.ts';
import { escapeHtml } from '@site/shared/html.ts';
import type { Language } from '@site/shared/i18n/languages.ts';
import type { State } from '../checkSite.ts';
import { type History, lastDates, shareUp, worstOf } from '../history.ts';
import type { Kind } from '../probes.ts';
import { fill, formatShare, type Texts } from '../texts.ts';
import { barsSvg } from './bars.ts';
import { houseIcon } from './drawings.ts';
import { timeElement } from './timeElement.ts';

/** A part of the site as it is now. */
export interface Part {
  readonly kind: Kind;
  readonly state: State;
  readonly since: string;
}

interface RowContext {
  readonly history: History;
  readonly language: Language;
  readonly texts: Texts;
  /** For the variables of messages. */
  readonly values: Readonly<Record<string, string>>;
  readonly now: number;
}

/** A part of the site: whether it works, since when, and its last days as bars. */
export function partRow({ kind, state, since }: Part, { history, language, texts, values, now }: RowContext): string {
  const name = texts.parts[kind];
  const dates = lastDates(now);
  const days = dates.map((date) => history.days[date]?.[kind]);
  const share = shareUp(days);
  const shown = { ...values, part: name, share: share === undefined ? '–' : formatShare(share, language) };
  const bars = dates.map((date, index) => {
    const worst = worstOf(days[index]);
    return { state: worst, label: `${formatLongDate(date, language)}: ${texts.states[worst ?? 'unknown']}` };
  });
  return `<li class="part"><div class="row"><h3>${houseIcon(state)}${escapeHtml(name)}</h3>
<p class="state ${state}"><strong>${escapeHtml(texts.states[state])}</strong> <span>${fill(escapeHtml(texts.since), { time: timeElement(since, language) })}</span></p></div>
${barsSvg(bars, fill(texts.days.bars, shown))}
<p class="scale"><span>${escapeHtml(fill(texts.days.first, shown))}</span><span>${share === undefined ? '' : escapeHtml(fill(texts.days.share, shown))}</span><span>${escapeHtml(texts.days.last)}</span></p></li>`;
}
