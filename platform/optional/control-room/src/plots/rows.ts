import { type Html, html } from '../html/html.ts';
import { figure, type Plot, share } from './figure.ts';
import { marked, type Series } from './marks.ts';

/** Things beside each other: a row for each, with one or several bars. */
export interface RowPlot extends Plot {
  readonly rows: readonly Row[];
  /** A line that all bars are measured by. */
  readonly limit?: number | undefined;
}

/** A thing with its bars. */
export interface Row {
  readonly name: string;
  readonly bars: readonly Bar[];
  /** What the longest bar stands for, where each row has a measure of its own. */
  readonly most?: number | undefined;
}

/** A bar of parts behind each other, and what it says in words. */
export interface Bar {
  readonly parts: readonly { readonly value: number; readonly mark: Series['mark'] }[];
  readonly text: string;
}

const sizes = { name: 24, bar: 16, gap: 6, between: 12 } as const;

/** The longest bar leaves room for its text, in percent. */
const longest = 72;

/** As many characters of a name as a phone has room for. */
const longestName = 40;

/** Draws things beside each other. */
export function rowPlot(plot: RowPlot): Html {
  const { rows, limit = 0 } = plot;
  const most = Math.max(limit, ...rows.flatMap(({ bars }) => bars.map(lengthOf)));
  let y = 0;
  const drawn = rows.map((row) => {
    const top = y;
    y += sizes.name + row.bars.length * (sizes.bar + sizes.gap) + sizes.between;
    return drawRow(plot.id, row, top, row.most ?? most);
  });
  const at = share(limit * longest, most * 100);
  return figure(
    plot,
    y,
    html`${limit > 0 && html`<line class="limit" x1="${at}" y1="0" x2="${at}" y2="${y}"/>`}${drawn}`,
  );
}

const drawRow = (id: string, { name, bars }: Row, top: number, most: number): Html =>
  html`<text class="name" x="0" y="${top + 16}">${shortened(name)}</text>${bars.map(({ parts, text }, index) => {
    const y = top + sizes.name + index * (sizes.bar + sizes.gap);
    let before = 0;
    const shapes = parts.map(({ value, mark }) => {
      const x = before;
      before += value;
      return (
        value > 0 &&
        html`<rect x="${share(x * longest, most * 100)}" y="${y}" width="${share(value * longest, most * 100)}" height="${sizes.bar}" ${marked(id, mark)}/>`
      );
    });
    return html`${shapes}<text x="${share(before * longest, most * 100)}" dx="${before > 0 ? 8 : 0}" y="${y + 13}">${text}</text>`;
  })}`;

/** How long a bar is, in what it measures. */
export const lengthOf = ({ parts }: Bar): number => parts.reduce((sum, { value }) => sum + value, 0);

const shortened = (name: string): string => (name.length > longestName ? `${name.slice(0, longestName - 1)}…` : name);
