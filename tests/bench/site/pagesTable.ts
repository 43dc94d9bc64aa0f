import { markdownTable, median } from '@site/testkit/measure/report.ts';
import type { MeasuredPage } from './measurePages.ts';
import { categories, type Visit } from './visit.ts';

const columns = [
  'page',
  'perf',
  'a11y',
  'best pr.',
  'SEO',
  'FCP ms',
  'LCP ms',
  'TBT ms',
  'CLS',
  'HTML kB',
  'JS kB',
  'all kB',
  'requests',
];

/** A table of the medians of every page, and a list of the audits that fail. */
export function pagesTable(pages: readonly MeasuredPage[]): string {
  const failures = pages.flatMap(({ path, visits }) => {
    const isPerfect = scoresOf(visits).every((score) => score === 100);
    return isPerfect ? [] : [`- \`${path}\`: ${failingOf(visits).join(', ') || 'many small losses'}`];
  });
  const table = markdownTable(columns, pages.map(rowOf));
  const note = failures.length > 0 ? ['', 'Under 100, and the audits that fail:', '', ...failures] : [];
  return [table, ...note].join('\n');
}

function rowOf({ path, visits }: MeasuredPage): string[] {
  const of = (value: (visit: Visit) => number) => median(visits.map(value));
  return [
    path,
    ...scoresOf(visits).map(String),
    ...[of(({ fcp }) => fcp), of(({ lcp }) => lcp), of(({ tbt }) => tbt)].map((value) => value.toFixed(0)),
    of(({ cls }) => cls).toFixed(3),
    (of(({ documentBytes }) => documentBytes) / 1000).toFixed(1),
    ...[of(({ scriptBytes }) => scriptBytes), of(({ bytes }) => bytes)].map((value) => (value / 1000).toFixed(0)),
    String(of(({ requests }) => requests)),
  ];
}

const scoresOf = (visits: readonly Visit[]): number[] =>
  categories.map((category) => median(visits.map(({ scores }) => scores[category])));

/** Audits that failed in most visits. */
function failingOf(visits: readonly Visit[]): string[] {
  const audits = new Set(visits.flatMap(({ failing }) => failing));
  return [...audits].filter(
    (audit) => visits.filter(({ failing }) => failing.includes(audit)).length > visits.length / 2,
  );
}
