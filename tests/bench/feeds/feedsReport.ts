import { terminalLine } from '@site/shared/plainText.ts';
import type { Outcome } from './takeFeed.ts';

const shown = { slowest: 5, examples: 3 };

/** What the outcomes of many feeds have in common, as text for a terminal. */
export function feedsReport(outcomes: readonly Outcome[]): string {
  const imported = outcomes.reduce((sum, outcome) => sum + outcome.imported, 0);
  const slowest = outcomes.toSorted((a, b) => b.time - a.time).slice(0, shown.slowest);
  return [
    `${outcomes.length} files, ${imported} items imported`,
    ...chapter('crashes', outcomes, ({ crash }) => (crash === undefined ? [] : [crash])),
    ...chapter('refused files', outcomes, ({ refusal }) => (refusal === undefined ? [] : [refusal])),
    ...chapter('items not imported', outcomes, ({ items }) => items.map(kindOf)),
    ...chapter('items lost without a word', outcomes, ({ lost }) => (lost === 0 ? [] : [`${lost} items`])),
    '',
    'slowest',
    ...slowest.map(({ time, file }) => `  ${Math.round(time)} ms  ${file}`),
  ]
    .map(terminalLine)
    .join('\n');
}

/** One line for each reason, the most frequent first, with some of the files. */
function chapter(
  title: string,
  outcomes: readonly Outcome[],
  reasonsOf: (outcome: Outcome) => readonly string[],
): string[] {
  const pairs = outcomes.flatMap((outcome) => reasonsOf(outcome).map((reason) => ({ reason, file: outcome.file })));
  const reasons = [...Map.groupBy(pairs, ({ reason }) => reason)].toSorted(([, a], [, b]) => b.length - a.length);
  return [
    '',
    `${title}: ${pairs.length}`,
    ...reasons.flatMap(([reason, found]) => [
      `  ${found.length}  ${reason}`,
      ...[...new Set(found.map(({ file }) => file))].slice(0, shown.examples).map((file) => `       ${file}`),
    ]),
  ];
}

/** A reason without the item that it is about. */
const kindOf = (note: string): string => note.replace(/ \(“.*”\)$/, '').replace(/\d+/g, 'N');
