import { type Html, html } from '../html/html.ts';
import { figure, type Plot, share } from './figure.ts';
import { marked } from './marks.ts';

/** Something over time: a column for each span, in which the series lie on each other. */
export interface ColumnPlot extends Plot {
  readonly columns: readonly Column[];
  readonly textOf: (value: number) => string;
}

/** A span of time. */
export interface Column {
  readonly name: string;
  /** A value for each series; nothing is drawn where one isn't known. */
  readonly values: readonly (number | undefined)[];
}

const sizes = { above: 26, drawn: 170, below: 28 } as const;

/** Draws something over time. */
export function columnPlot(plot: ColumnPlot): Html {
  const { columns, textOf } = plot;
  const most = Math.max(...columns.map(({ values }) => sumOf(values)));
  const [first, last] = [columns[0], columns.at(-1)];
  const height = sizes.above + sizes.drawn + sizes.below;
  return figure(
    plot,
    height,
    html`<text x="0" y="16">${textOf(most)}</text><line class="rule" x1="0" y1="${sizes.above}" x2="100%" y2="${sizes.above}"/>
<svg y="${sizes.above}" width="100%" height="${sizes.drawn}">${columns.map((column, index) => drawColumn(plot, column, index, most))}</svg>
<line class="rule" x1="0" y1="${sizes.above + sizes.drawn}" x2="100%" y2="${sizes.above + sizes.drawn}"/>
<text x="0" y="${height - 6}">${first?.name}</text><text class="end" x="100%" y="${height - 6}">${last?.name}</text>`,
  );
}

/** A column takes three quarters of its span. */
function drawColumn(
  { id, series, columns, textOf }: ColumnPlot,
  { name, values }: Column,
  index: number,
  most: number,
) {
  let below = 0;
  const shapes = values.map((value = 0, at) => {
    const { mark } = series[at] ?? {};
    if (value === 0 || mark === undefined) return undefined;
    below += value;
    return html`<rect x="${share(index + 0.125, columns.length)}" y="${share(most - below, most)}" width="${share(0.75, columns.length)}" height="${share(value, most)}" ${marked(id, mark)}/>`;
  });
  const texts = series.map((one, at) => {
    const value = values[at];
    return value === undefined ? [] : [series.length > 1 ? `${one.name}: ${textOf(value)}` : textOf(value)];
  });
  return html`<g><title>${[name, ...texts.flat()].join('\n')}</title>${shapes}</g>`;
}

const sumOf = (values: Column['values']): number => values.reduce<number>((sum, value = 0) => sum + value, 0);
