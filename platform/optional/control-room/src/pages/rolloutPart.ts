import type { VersionCounts } from '@site/rollouts/counts.ts';
import { p75, vitalScales, vitals } from '@site/rollouts/histogram.ts';
import type { ListedRollout } from '@site/rollouts/judge.ts';
import { type Html, html } from '../html/html.ts';
import type { TextName, Texts } from '../html/texts.ts';
import { code, said } from '../html/words.ts';
import type { Mark } from '../plots/marks.ts';
import { rowPlot } from '../plots/rows.ts';
import { nothing, vitalText } from '../plots/units.ts';
import { pathOf } from './parts.ts';

/** What both versions of a rollout are compared by. */
interface Comparison {
  readonly name: TextName;
  /** Undefined when nothing was measured. */
  readonly read: (counts: VersionCounts) => number | undefined;
  readonly textOf: (texts: Texts, value: number) => string;
}

const countText = (texts: Texts, value: number): string => texts.number(value);

const comparisons: readonly Comparison[] = [
  { name: 'rollout.views', read: ({ views }) => views, textOf: countText },
  { name: 'rollout.server', read: ({ threw, late }) => threw + late, textOf: countText },
  { name: 'rollout.browser', read: ({ browserFailures }) => browserFailures, textOf: countText },
  ...vitals.map(
    (vital): Comparison => ({
      name: `rollout.${vital}`,
      read: (counts) => p75(counts[vital], vitalScales[vital]),
      textOf: (texts, value) => vitalText(texts, vital, value),
    }),
  ),
];

/** A rollout's two arms beside each other, with the verdict and why. */
export function rolloutPart(texts: Texts, app: string, rollout: ListedRollout, acts: Html | undefined): Html {
  const { version, share, since, candidate, live, problem, doubt } = rollout;
  return html`<section class="panel" aria-labelledby="rollout"><h2 id="rollout">${texts.text('app.rollout')}</h2>
<p><a href="${pathOf(texts, app, version)}">${code(version)}</a></p>
<p>${texts.text('rollout.text', { share: texts.percent(share), since: texts.date(new Date(since)) })}</p>
<svg class="share" viewBox="0 0 100 4" preserveAspectRatio="none" aria-hidden="true"><rect class="rest" width="100" height="4"/><rect class="part" width="${share}" height="4"/></svg>
<p>${problem !== undefined ? html`${texts.text('rollout.problem')} ${said(problem)}` : doubt !== undefined ? html`${texts.text('rollout.doubt')} ${said(doubt)}` : texts.text('rollout.well')}</p>
${arms(texts, candidate, live)}${acts}</section>`;
}

/** Each row has a measure of its own, which the longer bar fills. */
function arms(texts: Texts, candidate: VersionCounts, live: VersionCounts): Html {
  const compared = comparisons.map(({ name, read, textOf }) => {
    const values = [candidate, live].map(read);
    const shown = values.map((value) => (value === undefined ? nothing : textOf(texts, value)));
    return { name: texts.text(name), values, shown };
  });
  const series = [
    { name: texts.text('rollout.new'), mark: 'solid' },
    { name: texts.text('rollout.old'), mark: 'outlined' },
  ] as const satisfies readonly { name: string; mark: Mark }[];
  return rowPlot({
    texts,
    id: 'arms',
    title: texts.text('rollout.arms'),
    note: texts.text('measure.p75'),
    series,
    rows: compared.map(({ name, values, shown }) => ({
      name,
      most: Math.max(...values.map((value = 0) => value)),
      bars: series.map(({ mark }, side) => ({ parts: [{ value: values[side] ?? 0, mark }], text: shown[side] ?? '' })),
    })),
    table: {
      head: [texts.text('rollout.arm'), ...series.map(({ name }) => name)],
      rows: compared.map(({ name, shown }) => [name, ...shown]),
    },
  });
}
