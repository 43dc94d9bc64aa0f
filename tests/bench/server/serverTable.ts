import { markdownTable, median, quantile } from '@site/testkit/measure/report.ts';
import type { LoadResult } from './load.ts';
import type { ProcessShare } from './processShares.ts';
import type { WallCost } from './walls.ts';

/** What was measured. */
export interface ServerResult {
  readonly nginx: readonly LoadResult[];
  /** node:http with the same bytes and headers. */
  readonly bare: readonly LoadResult[];
  readonly site: readonly LoadResult[];
  /** The same page with a newsletter's query parameters. */
  readonly newsletter: readonly LoadResult[];
  /** Unknown addresses, as bots request them. */
  readonly unknown: readonly LoadResult[];
  /** In milliseconds. */
  readonly rendered: readonly number[];
  readonly walls: WallCost;
  /** With one process, and with two. */
  readonly shares: readonly [ProcessShare, ProcessShare];
}

/**
 * Goals: pages as a share of nginx's and of bare Node's, times in milliseconds, the shares of the page without a query, the time
 * behind a wall relative to a plain process, and the memory of eight renderers in megabytes.
 */
const goals = { nginx: 0.4, bare: 0.9, p99: 10, rendered: 5, newsletter: 0.95, unknown: 0.6, walled: 1.3, eight: 350 };

/** A table of the medians of the servers, with the goals. */
export function serverTable({ nginx, bare, site, newsletter, unknown, rendered, walls }: ServerResult): string {
  const of = (value: (result: LoadResult) => number) =>
    [nginx, bare, site].map((results) => median(results.map(value)));
  const shown = (value: (result: LoadResult) => number, show: (value: number) => string) => of(value).map(show);
  const perSecond = (results: readonly LoadResult[]) => median(results.map((result) => result.perSecond));
  const share = (name: string, goal: number, value: number) => [`${value.toFixed(2)} of ${name}`, atLeast(goal, value)];
  const pages = perSecond(site);
  const [nginxTime = 0, , ownTime = 0] = of(({ processorTime }) => processorTime);
  const walled = walls.walled / walls.plain;
  const [p50, p99] = [median(rendered), quantile(rendered, 0.99)];
  const ownP99 = median(site.map((result) => result.p99));
  const alone = (text: string) => ['', '', text];
  return markdownTable(
    ['', 'nginx', 'bare Node', 'this server', 'ratio', 'goal'],
    [
      [
        'pages per second',
        ...shown((result) => result.perSecond, count),
        ...share('bare Node', goals.bare, pages / perSecond(bare)),
      ],
      ...(
        [
          ['with `utm_source` and `utm_medium`', newsletter, goals.newsletter],
          ['of unknown addresses', unknown, goals.unknown],
        ] as const
      ).map(([name, results, goal]) => [
        `pages per second ${name}`,
        ...alone(count(perSecond(results))),
        ...share('the page alone', goal, perSecond(results) / pages),
      ]),
      [
        'processor time per page',
        ...shown(({ processorTime }) => processorTime, µs),
        ...share('nginx', goals.nginx, nginxTime / ownTime),
      ],
      ['half of the pages within', ...shown((result) => result.p50, ms), '', ''],
      ['99 % of the pages within', ...shown((result) => result.p99, ms), '', atMost(goals.p99, ownP99)],
      ['half of the rendered pages within', ...alone(ms(p50)), '', atMost(goals.rendered, p50)],
      ['99 % of the rendered pages within', ...alone(ms(p99)), '', ''],
      [
        `half of the home pages rendered, behind the wall ${walls.wall}, within`,
        ...alone(ms(walls.walled)),
        `${walled.toFixed(2)} of a plain process`,
        `≤ ${goals.walled} ${walled <= goals.walled ? 'met' : 'missed'}`,
      ],
      [
        'memory of eight renderers (PSS)',
        ...alone(`${walls.eight.toFixed(0)} MB`),
        '',
        `≤ ${goals.eight} MB ${walls.eight <= goals.eight ? 'met' : 'missed'}`,
      ],
    ],
  );
}

/** A table of what one process and two serve. nginx has as many workers. */
export function sharesTable([one, two]: ServerResult['shares']): string {
  const row = (name: string, value: (share: ProcessShare) => number, show: (value: number) => string) => [
    name,
    ...[one, two].map((share) => show(value(share))),
    (value(two) / value(one)).toFixed(2),
  ];
  return markdownTable(
    ['', '1 process', '2 processes', 'ratio'],
    [
      row('pages per second', ({ site }) => site.perSecond, count),
      row('of nginx', ({ nginx }) => nginx.perSecond, count),
      row('99 % of the pages within', ({ site }) => site.p99, ms),
      row('processor time per page', ({ site }) => site.processorTime, µs),
      row('of nginx', ({ nginx }) => nginx.processorTime, µs),
      row('rendered pages per second', ({ rendered }) => rendered.perSecond, count),
      row('99 % of the rendered pages within', ({ rendered }) => rendered.p99, ms),
      row('processor time per rendered page: servers', ({ rendered }) => rendered.servers, ms),
      row('processor time per rendered page: renderers', ({ rendered }) => rendered.renderers, ms),
      row('memory of servers (PSS)', ({ memory }) => memory.servers, mb),
      row('memory of renderers (PSS)', ({ memory }) => memory.renderers, mb),
    ],
  );
}

const mb = (value: number): string => `${value.toFixed(0)} MB`;

const count = (value: number): string => value.toFixed(0);

export const ms = (value: number): string => `${value < 10 ? value.toFixed(1) : value.toFixed(0)} ms`;

export const µs = (value: number): string => `${value.toFixed(1)} µs`;

const atLeast = (goal: number, value: number): string => `≥ ${goal} ${value >= goal ? 'met' : 'missed'}`;

const atMost = (goal: number, value: number): string => `≤ ${ms(goal)} ${value <= goal ? 'met' : 'missed'}`;
