import { markdownTable, median } from '@site/testkit/measure/report.ts';
import type { Comparison, Measured } from './compare.ts';

interface Row {
  readonly name: string;
  readonly valuesOf: (measured: Measured) => readonly number[];
  readonly show: (value: number) => string;
  readonly goal?: { readonly text: string; readonly isMet: (monolith: number, federated: number) => boolean };
}

const kilobytes = (bytes: number) => `${(bytes / 1000).toFixed(1)} kB`;
const milliseconds = (value: number) => `${value.toFixed(0)} ms`;
const count = (value: number) => String(value);

const atMost = (factor: number) => ({
  text: `≤ ${factor}`,
  isMet: (monolith: number, federated: number) => federated <= monolith * factor,
});

const rows: readonly Row[] = [
  {
    name: 'JavaScript',
    valuesOf: ({ visits }) => visits.map((visit) => visit.scriptBytes),
    show: kilobytes,
    goal: atMost(1.25),
  },
  { name: 'all bytes', valuesOf: ({ visits }) => visits.map(({ bytes }) => bytes), show: kilobytes },
  {
    name: 'requests',
    valuesOf: ({ visits }) => visits.map(({ requests }) => requests),
    show: count,
    goal: { text: '≤ + 2', isMet: (monolith, federated) => federated <= monolith + 2 },
  },
  { name: 'FCP', valuesOf: ({ visits }) => visits.map(({ fcp }) => fcp), show: milliseconds },
  { name: 'LCP', valuesOf: ({ visits }) => visits.map(({ lcp }) => lcp), show: milliseconds, goal: atMost(1.03) },
  { name: 'TBT', valuesOf: ({ visits }) => visits.map(({ tbt }) => tbt), show: milliseconds },
  { name: 'hydrated', valuesOf: ({ visits }) => visits.map(({ hydrated }) => hydrated), show: milliseconds },
  { name: 'build', valuesOf: ({ builds }) => builds, show: milliseconds },
];

/** A table of the medians of both sites, with their ratios and the goals. */
export function comparisonTable({ monolith, federated }: Comparison): string {
  const cells = rows.map(({ name, valuesOf, show, goal }) => {
    const [mine, theirs] = [median(valuesOf(federated)), median(valuesOf(monolith))];
    const ratio = theirs > 0 ? (mine / theirs).toFixed(2) : '–';
    const verdict = goal ? `${goal.text} ${goal.isMet(theirs, mine) ? 'met' : 'missed'}` : '';
    return [name, show(theirs), show(mine), ratio, verdict];
  });
  return markdownTable(['', 'monolith', 'federated', 'ratio', 'goal'], cells);
}
