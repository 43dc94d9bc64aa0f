import { markdownTable } from '@site/testkit/measure/report.ts';
import type { TrialResult } from './trial.ts';

/** The results by what was tried. */
export type DurabilityResult = ReadonlyMap<string, TrialResult>;

/** Whether no message was lost. */
export function isGood(results: DurabilityResult): boolean {
  return [...results.values()].every(({ lost, doubled, undelivered, failures }) =>
    [lost, doubled, undelivered, failures].every(({ length }) => length === 0),
  );
}

/** What the servers went through, and what became of the messages. */
export function durabilityTable(results: DurabilityResult): string {
  const row = (name: string, value: (result: TrialResult) => string | number, goal = '') => [
    name,
    ...[...results.values()].map((result) => String(value(result))),
    goal,
  ];
  const none = (name: string, list: (result: TrialResult) => readonly string[]) => {
    const isMet = [...results.values()].every((result) => list(result).length === 0);
    return row(name, (result) => list(result).length, `0 ${isMet ? 'met' : 'missed'}`);
  };
  return markdownTable(
    ['', ...results.keys(), 'goal'],
    [
      row('servers killed', ({ kills }) => kills),
      row('requests without an answer', ({ unanswered }) => unanswered),
      row('requests answered with an error', ({ refused }) => refused),
      row('tries that the mail server refused: 421, 451', ({ met }) => `${met.refuses}, ${met.later}`),
      row('tries that it broke off: before, after it had the mail', ({ met }) => `${met.breaks}, ${met.forgets}`),
      row('messages acknowledged', ({ acknowledged }) => acknowledged),
      none('… and not in the database', ({ lost }) => lost),
      none('… and in the database more than once', ({ doubled }) => doubled),
      none('… and never delivered', ({ undelivered }) => undelivered),
      none('messages that never got through', ({ failures }) => failures),
      row('messages delivered more than once', ({ repeated }) => repeated.messages),
      row('… and mails too many', ({ repeated }) => repeated.mails),
      row('until the last mail was delivered', ({ rest }) => `${(rest / 1000).toFixed(0)} s`),
    ],
  );
}
