import { type Html, html, type Part } from '../html/html.ts';
import type { Texts } from '../html/texts.ts';
import { legend, patterns, type Series } from './marks.ts';

/** The table behind a plot: the same in words and numbers. */
export interface PlotTable {
  /** The names of the columns; the first is that of the rows. */
  readonly head: readonly string[];
  readonly rows: readonly (readonly Part[])[];
}

/** What every plot has. */
export interface Plot {
  readonly texts: Texts;
  /** Names the plot in its page. */
  readonly id: string;
  readonly title: string;
  /** What else to know of it. */
  readonly note?: string | undefined;
  readonly series: readonly Series[];
  readonly table: PlotTable;
}

/**
 * A plot with its name, its legend, and the table behind it. A plot is one picture: what it shows is in the table, which is there for
 * everybody.
 *
 * @param height of the drawing, in pixels. Its widths are shares: text and lines are as large on a phone as on a desk
 */
export const figure = ({ texts, id, title, note, series, table }: Plot, height: number, drawing: Part): Html =>
  html`<figure class="plot"><figcaption><h3 id="${id}">${title}</h3>${note !== undefined && html`<p class="small">${note}</p>`}</figcaption>
${series.length > 1 && legend(id, series)}
<svg class="drawing" width="100%" height="${height}" role="img" aria-labelledby="${id}" aria-describedby="${id}-behind">${patterns(id)}${drawing}</svg>
<details><summary id="${id}-behind">${texts.text('measure.table')}</summary><div class="table" role="region" aria-labelledby="${id}" tabindex="0"><table><thead><tr>${table.head.map(
    (name, column) => html`<th scope="col"${column > 0 && html` class="number"`}>${name}</th>`,
  )}</tr></thead><tbody>${table.rows.map(
    ([name, ...values]) =>
      html`<tr><th scope="row">${name}</th>${values.map((value) => html`<td class="number">${value}</td>`)}</tr>`,
  )}</tbody></table></div></details></figure>`;

/** A share of a width or height, for attributes. */
export const share = (part: number, whole: number): string => `${whole === 0 ? 0 : ((100 * part) / whole).toFixed(2)}%`;
