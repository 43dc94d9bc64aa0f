import type { Reader } from '@site/releases/signing/Trust.ts';
import { type Html, html } from '../html/html.ts';
import type { Texts } from '../html/texts.ts';
import type { Found } from '../reading/UsageReader.ts';
import type { Answered, Range, UsageSpan } from '../reading/usage.ts';
import { pageHead, roomPage } from './layout.ts';
import {
  measuresPath,
  memoryShare,
  missingPart,
  overTimePart,
  rangeLinks,
  renderTime,
  sentOf,
} from './measureParts.ts';
import { pager } from './parts.ts';

/** What the page is made of. */
export interface MeasuresPageParts {
  readonly texts: Texts;
  readonly reader: Reader;
  readonly range: Range;
  readonly found: Found<SiteMeasures>;
}

/** What the site sent in a range. */
export interface SiteMeasures {
  readonly spans: readonly UsageSpan[];
  /** Some of its apps. */
  readonly apps: ReadonlyMap<string, Answered>;
  readonly page: number;
  readonly pages: number;
}

/** Renders and cache of the site, and of each app. */
export const measuresPage = ({ texts, reader, range, found }: MeasuresPageParts): Html =>
  roomPage({
    texts,
    title: texts.text('measures'),
    path: `/measures/${range}${'value' in found && found.value.page > 1 ? `?page=${found.value.page}` : ''}`,
    place: 'measures',
    reader,
    content: html`${pageHead(texts.text('measures'), texts.text('measure.lead'), rangeLinks(texts, range))}
<div class="inner section">
${
  'value' in found
    ? html`<section aria-labelledby="time"><h2 id="time">${texts.text('measure.time')}</h2>${overTimePart(texts, found.value.spans, range)}</section>${byAppPart(texts, found.value, range)}`
    : missingPart(texts, found)
}
</div>`,
  });

function byAppPart(texts: Texts, measures: SiteMeasures, range: Range): Html {
  const { apps } = measures;
  const columns = ['measure.pages', 'measure.share', 'measure.failures', 'measure.rendering'] as const;
  return html`<section><h2 id="apps">${texts.text('measure.byApp')}</h2>
<div class="table" role="region" aria-labelledby="apps" tabindex="0"><table><thead><tr><th scope="col">${texts.text('measure.app')}</th>${columns.map(
    (name) => html`<th scope="col" class="number">${texts.text(name)}</th>`,
  )}</tr></thead><tbody>${[...apps].map(
    ([app, answered]) =>
      html`<tr><th scope="row"><a href="${measuresPath(texts, range, app)}">${app}</a></th><td class="number">${texts.number(sentOf(answered))}</td><td class="number">${memoryShare(texts, answered)}</td><td class="number">${texts.number(answered.answers.failed)}</td><td class="number">${renderTime(texts, answered)}</td></tr>`,
  )}</tbody></table></div>
${pager(texts, measures, measuresPath(texts, range))}</section>`;
}
