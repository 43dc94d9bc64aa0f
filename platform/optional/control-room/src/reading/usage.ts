import type { UsageCount, UsageSource } from '@site/api/usage/counts.ts';
import { type Histogram, type Vital, vitals } from '@site/rollouts/histogram.ts';
import { type Answer, answers, browserFailure } from '../usage/measures.ts';

const hour = 60 * 60_000;
const day = 24 * hour;

/** The times that plots show: how many columns of how many milliseconds, and from which counts. Hours are kept for eight days. */
export const ranges = {
  '24h': { period: 'hour', span: hour, columns: 24 },
  '7d': { period: 'hour', span: 6 * hour, columns: 28 },
  '30d': { period: 'day', span: day, columns: 30 },
  '90d': { period: 'day', span: 3 * day, columns: 30 },
} as const satisfies Readonly<Record<string, { period: UsageCount['period']; span: number; columns: number }>>;

export type Range = keyof typeof ranges;

export const isRange = (text: string): text is Range => Object.hasOwn(ranges, text);

/** How pages were answered in a span of time, and how long renderings took. */
export interface Answered {
  readonly answers: Readonly<Record<Answer, number>>;
  readonly render: Histogram;
}

/** A span of time. */
export interface UsageSpan extends Answered {
  readonly at: Date;
}

/** When a range begins that ends now. */
export function beginningOf(range: Range, now: number): number {
  const { span, columns } = ranges[range];
  return Math.floor(now / span) * span - (columns - 1) * span;
}

/** What was counted in each span of a range, for all these apps together. */
export async function readOverTime(
  source: UsageSource,
  apps: readonly string[],
  range: Range,
  now = Date.now(),
): Promise<readonly UsageSpan[]> {
  const { period, span, columns } = ranges[range];
  const begin = beginningOf(range, now);
  const rows = await source.overTime({ period, since: new Date(begin).toISOString(), apps });
  const inSpan = Map.groupBy(rows, ({ starts_at }) => Math.floor((Date.parse(starts_at) - begin) / span));
  return Array.from({ length: columns }, (_, index) => ({
    at: new Date(begin + index * span),
    ...answeredIn(inSpan.get(index) ?? []),
  }));
}

/** What was counted of each app in a range. */
export async function readByApp(
  source: UsageSource,
  apps: readonly string[],
  range: Range,
  now = Date.now(),
): Promise<ReadonlyMap<string, Answered>> {
  const since = new Date(beginningOf(range, now)).toISOString();
  const rows = await source.byVersion({ period: ranges[range].period, since, apps });
  const ofApp = Map.groupBy(rows, ({ app }) => app);
  return new Map(apps.map((app) => [app, answeredIn(ofApp.get(app) ?? [])]));
}

/** What browsers reported of a version. */
export interface Reported extends Readonly<Record<Vital, Histogram>> {
  readonly failures: number;
}

/** What browsers reported of an app's versions in three months. */
export async function readReported(
  source: UsageSource,
  app: string,
  now = Date.now(),
): Promise<ReadonlyMap<string, Reported>> {
  const since = new Date(beginningOf('90d', now)).toISOString();
  const rows = await source.byVersion({ period: 'day', since, apps: [app] });
  const versions = Map.groupBy(rows, ({ version }) => version);
  return new Map([...versions].map(([version, counted]) => [version, reportedIn(counted)]));
}

type Row = Pick<UsageCount, 'measure' | 'class' | 'count'>;

const answeredIn = (rows: readonly Row[]): Answered => ({
  answers: Object.fromEntries(answers.map((answer) => [answer, sumIn(rows, answer)])) as Record<Answer, number>,
  render: histogramIn(rows, 'render'),
});

const reportedIn = (rows: readonly Row[]): Reported => ({
  ...(Object.fromEntries(vitals.map((vital) => [vital, histogramIn(rows, vital)])) as Record<Vital, Histogram>),
  failures: sumIn(rows, browserFailure),
});

const sumIn = (rows: readonly Row[], measure: string): number =>
  rows.reduce((sum, row) => sum + (row.measure === measure ? row.count : 0), 0);

function histogramIn(rows: readonly Row[], measure: string): Histogram {
  const histogram: number[] = [];
  for (const row of rows) {
    if (row.measure !== measure) continue;
    while (histogram.length <= row.class) histogram.push(0);
    histogram[row.class] = (histogram[row.class] ?? 0) + row.count;
  }
  return histogram;
}
