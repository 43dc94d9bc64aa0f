import { markdownTable, median } from '@site/testkit/measure/report.ts';
import type { LoadResult } from '../server/load.ts';
import type { Visit } from '../site/visit.ts';

/** What was measured of a shop. A page that is composed in the browser is neither rendered nor kept by a server. */
export interface MeasuredShop {
  readonly loads: LoadResult[];
  /** How long pages take that are rendered for the first time, and again, in milliseconds. */
  readonly first: number[];
  readonly again: number[];
  readonly visits: Visit[];
  /** How many requests wait for each other. */
  readonly levels: number[];
}

/** The shops that are compared. */
export interface ComparedShops {
  readonly oneTeam: MeasuredShop;
  readonly fragments: MeasuredShop;
  readonly plain: MeasuredShop;
}

interface Row {
  readonly name: string;
  readonly valuesOf: (measured: MeasuredShop) => readonly number[];
  readonly show: (value: number) => string;
  readonly goal?: { readonly text: string; readonly isMet: (oneTeam: number, fragments: number) => boolean };
}

const milliseconds = (value: number) => `${value.toFixed(value < 100 ? 1 : 0)} ms`;
const kilobytes = (bytes: number) => `${(bytes / 1000).toFixed(1)} kB`;
const whole = (value: number) => value.toFixed(0);
const ofVisits =
  (value: (visit: Visit) => number) =>
  ({ visits }: MeasuredShop) =>
    visits.map(value);

const atMost = (factor: number) => ({
  text: `≤ ${factor}`,
  isMet: (oneTeam: number, fragments: number) => fragments <= oneTeam * factor,
});

const rows: readonly Row[] = [
  {
    name: 'pages per second, from memory',
    valuesOf: ({ loads }) => loads.map(({ perSecond }) => perSecond),
    show: whole,
    goal: { text: '≥ 0.95', isMet: (oneTeam, fragments) => fragments >= oneTeam * 0.95 },
  },
  {
    name: 'processor time per page',
    valuesOf: ({ loads }) => loads.map(({ processorTime }) => processorTime),
    show: (value) => `${value.toFixed(1)} µs`,
  },
  {
    name: 'half of the pages rendered for the first time within',
    valuesOf: ({ first }) => first,
    show: milliseconds,
    goal: atMost(1.5),
  },
  { name: 'half of them rendered again within', valuesOf: ({ again }) => again, show: milliseconds, goal: atMost(1.5) },
  { name: 'document', valuesOf: ofVisits(({ documentBytes }) => documentBytes), show: kilobytes },
  {
    name: 'JavaScript',
    valuesOf: ofVisits(({ scriptBytes }) => scriptBytes),
    show: kilobytes,
    goal: atMost(1.1),
  },
  { name: 'requests', valuesOf: ofVisits(({ requests }) => requests), show: whole },
  {
    name: 'requests that wait for each other',
    valuesOf: ({ levels }) => levels,
    show: whole,
    goal: atMost(1),
  },
  {
    name: 'CLS',
    valuesOf: ofVisits(({ cls }) => cls),
    show: (value) => value.toFixed(3),
    goal: { text: '≤ 0.01', isMet: (_, fragments) => fragments <= 0.01 },
  },
  { name: 'FCP', valuesOf: ofVisits(({ fcp }) => fcp), show: milliseconds },
  { name: 'LCP', valuesOf: ofVisits(({ lcp }) => lcp), show: milliseconds },
  { name: 'TBT', valuesOf: ofVisits(({ tbt }) => tbt), show: milliseconds },
];

/** A table of the medians, with the ratio of fragments to one team's page, and the goals. */
export function fragmentsTable({ oneTeam, fragments, plain }: ComparedShops): string {
  const cells = rows.map(({ name, valuesOf, show, goal }) => {
    const [one, three] = [median(valuesOf(oneTeam)), median(valuesOf(fragments))];
    const inBrowser = valuesOf(plain);
    return [
      name,
      show(one),
      show(three),
      one > 0 ? (three / one).toFixed(2) : '–',
      goal ? `${goal.text} ${goal.isMet(one, three) ? 'met' : 'missed'}` : '',
      inBrowser.length > 0 ? show(median(inBrowser)) : '–',
    ];
  });
  return markdownTable(['', 'one team', 'three teams', 'ratio', 'goal', 'composed in the browser'], cells);
}
