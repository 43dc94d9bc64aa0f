import { markdownTable, median } from '@site/testkit/measure/report.ts';
import type { SlowVisit } from './slowVisits.ts';

/** A site and the visits to it. */
export interface VisitedSite {
  readonly name: string;
  readonly visits: readonly SlowVisit[];
}

const times = [
  ['first text of the home page', 'firstText'],
  ['the menu, tapped at once, is open', 'menuOpen'],
  ['… and its link, tapped at once, has led to the next page’s text', 'nextPage'],
  ['first text of the contact page: the form takes text', 'formText'],
  ['a message, written and sent at once, is confirmed', 'confirmed'],
  ['scripts have started', 'awake'],
] as const;

/** A table of the medians, in seconds since the visitor asked for the page. */
export function slowTable(sites: readonly VisitedSite[]): string {
  const rows = times.map(([text, name]) => [
    text,
    ...sites.map(({ visits }) => {
      const known = visits.flatMap((visit) => visit[name] ?? []);
      return known.length > 0 ? `${(median(known) / 1000).toFixed(1)} s` : '–';
    }),
  ]);
  const kept = sites.map(({ visits }) => {
    const known = visits.flatMap(({ isKept }) => isKept ?? []);
    return known.length > 0 ? `${known.filter(Boolean).length} of ${known.length}` : '–';
  });
  return markdownTable(
    ['', ...sites.map(({ name }) => name)],
    [...rows, ['text typed before scripts started is kept', ...kept]],
  );
}
