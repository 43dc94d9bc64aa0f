import { type Html, html } from '../html/html.ts';

/** How a part of a plot is filled. They differ by more than their colour, and are told apart in print and in two colours. */
export type Mark = 'solid' | 'outlined' | Pattern;

/** Crossed is what went wrong. */
const patternNames = ['striped', 'netted', 'crossed'] as const;

type Pattern = (typeof patternNames)[number];

/** A series of a plot, as its legend names it. */
export interface Series {
  readonly name: string;
  readonly mark: Mark;
}

/** The patterns of marks; `id` keeps those of several plots of a page apart. */
export const patterns = (id: string): Html =>
  html`<defs>${patternNames.map(
    (mark) =>
      html`<pattern id="${id}-${mark}" class="${mark}" width="6" height="6" patternUnits="userSpaceOnUse" patternTransform="rotate(45)"><rect class="ground" width="6" height="6"/><rect class="line" width="2.5" height="6"/>${mark !== 'striped' && html`<rect class="line" width="6" height="2.5"/>`}</pattern>`,
  )}</defs>`;

/** The attributes of a shape with a mark. */
export const marked = (id: string, mark: Mark): Html =>
  mark === 'solid' || mark === 'outlined'
    ? html`class="mark ${mark}"`
    : html`class="mark ${mark}" fill="url(#${id}-${mark})"`;

/** What the marks of a plot stand for. */
export const legend = (id: string, series: readonly Series[]): Html =>
  html`<ul class="legend" role="list">${series.map(
    ({ name, mark }) =>
      html`<li><svg width="18" height="18" aria-hidden="true"><rect x="1" y="1" width="16" height="16" ${marked(id, mark)}/></svg>${name}</li>`,
  )}</ul>`;
