import { markdownTable, median, quantile } from '@site/testkit/measure/report.ts';
import type { LoadResult } from './load.ts';
import type { WallCost } from './walls.ts';

/** What was measured. */
export interface ServerResult {
  readonly nginx: readonly LoadResult[];
  readonly site: readonly LoadResult[];
  /** The same page with a newsletter's query parameters. */
  readonly newsletter: readonly LoadResult[];
  /** An unknown address, as bots request them. */
  readonly unknown: readonly LoadResult[];
  /** In milliseconds. */
  readonly rendered: readonly number[];
  readonly walls: WallCost;
}

/**
 * Goals: the share of nginx's pages, times in milliseconds, the shares of the page without a query, the time behind a wall
 * relative to a plain process, and the memory of eight renderers in megabytes.
 */
const goals = { share: 0.4, p99: 10, rendered: 10, newsletter: 0.5, unknown: 0.1, walled: 1.3, eight: 350 };

/** A table of the medians of both servers, with the goals. */
export function serverTable({ nginx, site, newsletter, unknown, rendered, walls }: ServerResult): string {
  const of = (value: (result: LoadResult) => number) => [median(nginx.map(value)), median(site.map(value))] as const;
  const [theirPages, ourPages] = of(({ perSecond }) => perSecond);
  const [theirTime, ourTime] = of(({ processorTime }) => processorTime);
  const [theirP50, ourP50] = of(({ p50 }) => p50);
  const [theirP99, ourP99] = of(({ p99 }) => p99);
  const pages = ourPages / theirPages;
  const time = theirTime / ourTime;
  const others = [
    ['with `utm_source` and `utm_medium`', newsletter, goals.newsletter],
    ['of an unknown address', unknown, goals.unknown],
  ] as const;
  const walled = walls.walled / walls.plain;
  const [renderedP50, renderedP99] = [median(rendered), quantile(rendered, 0.99)];
  return markdownTable(
    ['', 'nginx', 'this server', 'ratio', 'goal'],
    [
      ['pages per second', theirPages.toFixed(0), ourPages.toFixed(0), pages.toFixed(2), atLeast(goals.share, pages)],
      ...others.map(([name, results, goal]) => {
        const perSecond = median(results.map((result) => result.perSecond));
        const share = perSecond / ourPages;
        return [
          `pages per second ${name}`,
          '',
          perSecond.toFixed(0),
          `${share.toFixed(2)} of the page alone`,
          atLeast(goal, share),
        ];
      }),
      ['processor time per page', µs(theirTime), µs(ourTime), time.toFixed(2), atLeast(goals.share, time)],
      ['half of the pages within', ms(theirP50), ms(ourP50), '', ''],
      ['99 % of the pages within', ms(theirP99), ms(ourP99), '', atMost(goals.p99, ourP99)],
      ['half of the rendered pages within', '', ms(renderedP50), '', atMost(goals.rendered, renderedP50)],
      ['99 % of the rendered pages within', '', ms(renderedP99), '', ''],
      [
        `half of the home pages rendered, behind the wall ${walls.wall}, within`,
        '',
        ms(walls.walled),
        `${walled.toFixed(2)} of a plain process`,
        `≤ ${goals.walled} ${walled <= goals.walled ? 'met' : 'missed'}`,
      ],
      [
        'memory of eight renderers (PSS)',
        '',
        `${walls.eight.toFixed(0)} MB`,
        '',
        `≤ ${goals.eight} MB ${walls.eight <= goals.eight ? 'met' : 'missed'}`,
      ],
    ],
  );
}

const ms = (value: number): string => `${value < 10 ? value.toFixed(1) : value.toFixed(0)} ms`;

const µs = (value: number): string => `${value.toFixed(1)} µs`;

const atLeast = (goal: number, value: number): string => `≥ ${goal} ${value >= goal ? 'met' : 'missed'}`;

const atMost = (goal: number, value: number): string => `≤ ${ms(goal)} ${value <= goal ? 'met' : 'missed'}`;
