import { weightKinds } from '@site/releases/budgets.ts';
import type { Reader } from '@site/releases/signing/Trust.ts';
import { p75, type Vital, valuesIn, vitalScales, vitals } from '@site/rollouts/histogram.ts';
import { type Html, html } from '../html/html.ts';
import type { Texts } from '../html/texts.ts';
import { code } from '../html/words.ts';
import type { Mark } from '../plots/marks.ts';
import { rowPlot } from '../plots/rows.ts';
import { goodVital, nothing, vitalText } from '../plots/units.ts';
import { totalOf } from '../reading/DescribedVersion.ts';
import type { ShownVersion } from '../reading/shownVersions.ts';
import type { Found } from '../reading/UsageReader.ts';
import type { Range, Reported, UsageSpan } from '../reading/usage.ts';
import { pageHead, roomPage } from './layout.ts';
import { missingPart, overTimePart, rangeLinks } from './measureParts.ts';
import { pathOf } from './parts.ts';

/** What the page is made of. */
export interface AppMeasuresParts {
  readonly texts: Texts;
  readonly reader: Reader;
  readonly app: string;
  readonly range: Range;
  readonly versions: readonly ShownVersion[];
  readonly found: Found<AppMeasures>;
}

/** What was counted of an app. */
export interface AppMeasures {
  readonly spans: readonly UsageSpan[];
  /** What browsers reported, by version. */
  readonly reported: ReadonlyMap<string, Reported>;
}

/** An app's page weight and Web Vitals over its releases, and its renders over time. */
export function appMeasuresPage({ texts, reader, app, range, versions, found }: AppMeasuresParts): Html {
  const title = texts.text('measure.ofApp', { app });
  return roomPage({
    texts,
    title,
    path: `/measures/${range}/${app}`,
    place: 'measures',
    reader,
    content: html`${pageHead(title, html`<a href="${pathOf(texts, app)}">${texts.text('measure.toApp', { app })}</a>`)}
<div class="inner section">
${!('value' in found) && missingPart(texts, found)}
<section aria-labelledby="releases"><h2 id="releases">${texts.text('measure.releases')}</h2>
${versions.length === 0 ? html`<p>${texts.text('measure.noReleases')}</p>` : html`${weightPlot(texts, versions)}${'value' in found && vitalPlots(texts, versions, found.value)}`}</section>
${
  'value' in found &&
  html`<section aria-labelledby="time"><h2 id="time">${texts.text('measure.time')}</h2>
${rangeLinks(texts, range, app)}
${overTimePart(texts, found.value.spans, range)}</section>`
}
</div>`,
  });
}

const kindMarks = {
  scripts: 'solid',
  styles: 'striped',
  fonts: 'outlined',
  pictures: 'netted',
} as const satisfies Readonly<Record<(typeof weightKinds)[number], Mark>>;

/** The weight of each version's heaviest page. */
function weightPlot(texts: Texts, versions: readonly ShownVersion[]): Html {
  const series = weightKinds.map((kind) => ({ name: texts.text(`weight.${kind}`), mark: kindMarks[kind] }));
  return rowPlot({
    texts,
    id: 'weight',
    title: texts.text('measure.weight'),
    note: texts.text('measure.weightNote'),
    series,
    rows: versions.map((version) => ({
      name: nameOf(texts, version),
      bars: [
        {
          parts: weightKinds.map((kind) => ({ value: version.heaviest?.weight[kind] ?? 0, mark: kindMarks[kind] })),
          text: version.heaviest ? texts.bytes(totalOf(version.heaviest.weight)) : nothing,
        },
      ],
    })),
    table: {
      head: [
        texts.text('app.version'),
        texts.text('measure.heaviest'),
        ...series.map(({ name }) => name),
        texts.text('measure.total'),
      ],
      rows: versions.map(({ version, heaviest }) => [
        code(version),
        heaviest ? code(heaviest.module) : nothing,
        ...weightKinds.map((kind) => (heaviest ? texts.bytes(heaviest.weight[kind]) : nothing)),
        heaviest ? texts.bytes(totalOf(heaviest.weight)) : nothing,
      ]),
    },
  });
}

/** What browsers reported of each version, a plot for each Web Vital. */
function vitalPlots(texts: Texts, versions: readonly ShownVersion[], { reported }: AppMeasures): Html {
  if (!versions.some(({ version }) => reported.has(version))) return html`<p>${texts.text('measure.noVitals')}</p>`;
  return html`<div class="beside">${vitals.map((vital) => vitalPlot(texts, vital, versions, reported))}</div>`;
}

function vitalPlot(
  texts: Texts,
  vital: Vital,
  versions: readonly ShownVersion[],
  reported: AppMeasures['reported'],
): Html {
  const measured = versions.map((version) => {
    const of = reported.get(version.version);
    const value = of && p75(of[vital], vitalScales[vital]);
    const text = value === undefined ? nothing : vitalText(texts, vital, value);
    return { version, value, text, visits: of ? valuesIn(of[vital]) : 0, failures: of?.failures ?? 0 };
  });
  const title = texts.text(`rollout.${vital}`);
  return rowPlot({
    texts,
    id: vital,
    title,
    note: texts.text('measure.good', { value: vitalText(texts, vital, goodVital[vital]) }),
    series: [{ name: title, mark: 'solid' }],
    limit: goodVital[vital],
    rows: measured.map(({ version, value = 0, text }) => ({
      name: nameOf(texts, version),
      bars: [{ parts: [{ value, mark: 'solid' }], text }],
    })),
    table: {
      head: [texts.text('app.version'), title, texts.text('measure.visits'), texts.text('rollout.browser')],
      rows: measured.map(({ version, text, visits, failures }) => [
        code(version.version),
        text,
        texts.number(visits),
        texts.number(failures),
      ]),
    },
  });
}

/** A version, and what it is to visitors now. */
const nameOf = (texts: Texts, { version, state }: ShownVersion): string =>
  state === 'earlier' ? version : `${version} (${texts.text(`state.${state}`)})`;
