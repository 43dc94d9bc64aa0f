import { p75 } from '@site/rollouts/histogram.ts';
import { type Html, html } from '../html/html.ts';
import type { Texts } from '../html/texts.ts';
import { said } from '../html/words.ts';
import { columnPlot } from '../plots/columns.ts';
import type { Series } from '../plots/marks.ts';
import { nothing, timeText } from '../plots/units.ts';
import type { Found } from '../reading/UsageReader.ts';
import { type Answered, type Range, ranges, type UsageSpan } from '../reading/usage.ts';
import { type Answer, answers, scales } from '../usage/measures.ts';

/** The path of the site's measures in a range, or of those of an app. */
export const measuresPath = ({ language }: Texts, range: Range, app?: string): string =>
  `/${language}/measures/${range}${app === undefined ? '' : `/${app}`}`;

/** Links to the other ranges. */
export const rangeLinks = (texts: Texts, shown: Range, app?: string): Html =>
  html`<nav class="ranges" aria-label="${texts.text('measure.ranges')}"><ul role="list">${(
    Object.keys(ranges) as Range[]
  ).map(
    (range) =>
      html`<li><a href="${measuresPath(texts, range, app)}"${range === shown && html` aria-current="true"`}>${texts.text(`measure.range.${range}`)}</a></li>`,
  )}</ul></nav>`;

/** Why nothing is drawn. */
export const missingPart = (texts: Texts, found: Exclude<Found<unknown>, { readonly value: unknown }>): Html =>
  found.missing === 'none'
    ? html`<p class="alert">${texts.text('measure.noDatabase')}</p>`
    : html`<p class="alert err">${texts.text('measure.away')} ${found.why !== undefined && said(found.why)}</p>`;

const marks = {
  memory: 'outlined',
  rendered: 'solid',
  stale: 'striped',
  failed: 'crossed',
} as const satisfies Readonly<Record<Answer, Series['mark']>>;

/** How many pages were sent. */
export const sentOf = ({ answers: counted }: Answered): number =>
  answers.reduce((sum, answer) => sum + counted[answer], 0);

/** The share of pages that were in memory; undefined when none was sent. */
export const memoryShare = (texts: Texts, answered: Answered): string =>
  sentOf(answered) === 0 ? nothing : texts.percent((100 * answered.answers.memory) / sentOf(answered));

/** The time that three of four renderings took at most. */
export const renderTime = (texts: Texts, { render }: Answered): string => {
  const time = p75(render, scales.render);
  return time === undefined ? nothing : timeText(texts, time);
};

/** Renders and cache over time. */
export function overTimePart(texts: Texts, spans: readonly UsageSpan[], range: Range): Html {
  if (spans.every((span) => sentOf(span) === 0 && span.render.length === 0))
    return html`<p>${texts.text('measure.nothing')}</p>`;
  const nameOf = ranges[range].period === 'hour' ? texts.hour : texts.day;
  const when = texts.text('measure.from');
  const series = answers.map((answer) => ({ name: texts.text(`measure.${answer}`), mark: marks[answer] }));
  const named = spans.map((span) => ({ ...span, name: nameOf(span.at) }));
  return html`${columnPlot({
    texts,
    id: 'sent',
    title: texts.text('measure.sent'),
    series,
    columns: named.map((span) => ({ name: span.name, values: answers.map((answer) => span.answers[answer]) })),
    textOf: texts.number,
    table: {
      head: [when, ...series.map(({ name }) => name), texts.text('measure.share')],
      rows: named.map((span) => [
        span.name,
        ...answers.map((answer) => texts.number(span.answers[answer])),
        memoryShare(texts, span),
      ]),
    },
  })}${columnPlot({
    texts,
    id: 'rendering',
    title: texts.text('measure.rendering'),
    note: texts.text('measure.p75'),
    series: [{ name: texts.text('measure.rendering'), mark: 'solid' }],
    columns: named.map((span) => ({ name: span.name, values: [p75(span.render, scales.render)] })),
    textOf: (value) => timeText(texts, value),
    table: {
      head: [when, texts.text('measure.rendering')],
      rows: named.map((span) => [span.name, renderTime(texts, span)]),
    },
  })}`;
}
