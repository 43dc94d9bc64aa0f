import { markdownTable, median } from '@site/testkit/measure/report.ts';
import { type Click, type MeasuredClick, pages, slowdowns } from './clickedSite.ts';

/** In milliseconds, by slowdown. */
const goals = { 4: { frame: 100, event: 40 }, 1: { frame: 50, event: 40 } };

const headings: readonly (readonly [keyof Click, string])[] = [
  ['frame', 'the new page’s first frame'],
  ['event', 'the click itself'],
];

/** The medians of clicks, a column for each site; the goals are those of the first. */
export function clickTable([own = '', ...others]: readonly string[], clicks: readonly MeasuredClick[]): string {
  const rows = headings.flatMap(([name, heading]) =>
    slowdowns.flatMap((slowdown) =>
      pages.map((page) => {
        const of = (site: string) =>
          median(
            clicks
              .filter((click) => click.site === site && click.page === page && click.slowdown === slowdown)
              .map((click) => click[name]),
          );
        const show = (site: string) => `${of(site).toFixed(0)} ms`;
        const goal = goals[slowdown][name];
        const verdict = `≤ ${goal} ms ${of(own) <= goal ? 'met' : 'missed'}`;
        return [`${heading}: ${page}`, `${slowdown} ×`, show(own), verdict, ...others.map(show)];
      }),
    ),
  );
  return markdownTable(['', 'CPU', own, 'goal', ...others], rows);
}
