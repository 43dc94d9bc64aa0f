import { rename } from 'node:fs/promises';
import { join } from 'node:path';
import { readBelow, writeAtomically } from '@site/releases/store/files.ts';
import { OperatorError } from '@site/shared/contract/OperatorError.ts';
import { z } from 'zod';
import type { State, States } from './checkSite.ts';
import { statusLimits } from './limits.ts';

/** The file with what earlier checks have found. */
export const historyName = 'status.json';

const seconds = z.number().int().nonnegative().optional();
const time = z.iso.datetime();
const day = z.strictObject({ up: seconds, degraded: seconds, down: seconds });

const schema = z.object({
  version: z.literal(1),
  /** The last check. */
  checked: time,
  /** The present state of each part, and since when it has it. */
  parts: z.record(z.string(), z.object({ state: z.enum(['up', 'degraded', 'down']), since: time })),
  /** By date (UTC) and part: how many seconds it was in each state. */
  days: z.record(z.iso.date(), z.record(z.string(), day)),
});

/** What checks have found in the last days. */
export type History = Readonly<z.infer<typeof schema>>;

/** How long a part was in each state on a day, in seconds. A state without a number wasn't found. */
export type Day = Readonly<z.infer<typeof day>>;

/** The date of a time, in UTC. */
export const dateOf = (at: number): string => new Date(at).toISOString().slice(0, 10);

/**
 * Reads the history of a folder; undefined when it has none. A damaged one is put aside, for its operator to look at.
 *
 * @param warn told of a damaged one
 */
export async function readHistory(folder: string, warn: (message: string) => void): Promise<History | undefined> {
  try {
    const file = await readBelow(folder, historyName, statusLimits.historyBytes);
    return file && schema.parse(JSON.parse(file.toString('utf8')));
  } catch (error) {
    if (!(error instanceof SyntaxError || error instanceof z.ZodError || error instanceof OperatorError)) throw error;
    const aside = join(folder, `${historyName}.damaged`);
    await rename(join(folder, historyName), aside);
    warn(`SITE-STATUS The history was damaged, and is now ${aside}. A new one begins.`);
    return undefined;
  }
}

/** Writes the history of a folder: after a crash, it is the old or the new one. */
export const writeHistory = (folder: string, history: History): Promise<void> =>
  writeAtomically(join(folder, historyName), JSON.stringify(history));

/** Adds what a check has found. */
export function withCheck(history: History | undefined, states: States, now: number): History {
  const checked = new Date(now).toISOString();
  const elapsed = history === undefined ? 0 : now - Date.parse(history.checked);
  // A clock that was set back adds nothing.
  const counted = Math.round(Math.min(Math.max(elapsed, 0), statusLimits.gap) / 1000);
  const today = { ...history?.days[dateOf(now)] };
  for (const [kind, state] of states) {
    const before = today[kind] ?? {};
    today[kind] = { ...before, [state]: (before[state] ?? 0) + counted };
  }
  const parts = [...states].map(([kind, state]) => {
    const before = history?.parts[kind];
    const isSame = before?.state === state && before.since <= checked;
    return [kind, { state, since: isSame ? before.since : checked }] as const;
  });
  const days = recentDays({ ...history?.days, [dateOf(now)]: today }, now);
  return { version: 1, checked, parts: Object.fromEntries(parts), days };
}

const dayLength = 24 * 60 * 60_000;

/**
 * The days that are kept. They are counted, not compared with the clock: one that jumped years ahead costs one day, not all. What it
 * wrote goes once it is right again.
 */
function recentDays(days: History['days'], now: number): History['days'] {
  const tomorrow = dateOf(now + dayLength);
  const kept = Object.entries(days)
    .filter(([date]) => date <= tomorrow)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .slice(-statusLimits.days);
  return Object.fromEntries(kept);
}

/** The last days up to a time, oldest first, also those without a check. */
export const lastDates = (now: number): readonly string[] =>
  Array.from({ length: statusLimits.days }, (_, index) => dateOf(now - (statusLimits.days - 1 - index) * dayLength));

/** The worst state of a day; undefined when nothing was checked. */
export const worstOf = (day: Day | undefined): State | undefined =>
  (['down', 'degraded', 'up'] as const).find((state) => day?.[state] !== undefined);

/** The part of the checked time, from 0 to 1, in which something answered; undefined when none was checked. */
export function shareUp(days: readonly (Day | undefined)[]): number | undefined {
  const sum = (state: State) => days.reduce((total, one) => total + (one?.[state] ?? 0), 0);
  const all = sum('up') + sum('degraded') + sum('down');
  return all === 0 ? undefined : (all - sum('down')) / all;
}
