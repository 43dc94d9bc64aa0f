import { recordLimits } from '../limits.ts';
import { pointerOf } from '../pointer.ts';
import { routePolicy } from '../policy.ts';
import { Slots } from '../Slots.ts';
import type { Trust } from '../signing/Trust.ts';
import { pointerActs, policyActs } from './acts.ts';
import { type LogEntry, type LogSource, RecordHistory } from './RecordHistory.ts';

/** Which part of the log is wanted. */
export interface LogQuery {
  readonly maySee: (app: string) => boolean;
  /** The app, or the path of the route policy; all without one. */
  readonly subject?: string | undefined;
  /** The public key; all without one. */
  readonly key?: string | undefined;
  /** The first without one; the last when there are fewer. */
  readonly page?: number | undefined;
  readonly onPage: number;
}

/** Some of what was done, newest first. */
export interface LogPage {
  readonly entries: readonly LogEntry[];
  readonly page: number;
  readonly pages: number;
  /** Apps, and the path of the policy, that may be asked for. */
  readonly subjects: readonly string[];
  /** Keys in the names of what is kept. */
  readonly keys: readonly LogKey[];
  /** Subjects of which more is kept than was listed. */
  readonly isCut: readonly string[];
}

/** A key that may be asked for. */
export interface LogKey {
  /** The public key. */
  readonly key: string;
  /** What TRUSTED_KEYS calls it; absent when it isn't there. */
  readonly name?: string;
}

/** So many apps are listed, and records read, at once. */
const slots = new Slots(16);

/**
 * What the signed records of a store tell of who did what. Each is kept as it was signed, and its signature is checked again here. Of
 * those that aren't on the page, only names are read.
 */
export async function readLog(
  source: LogSource,
  { maySee, subject, key, page = 1, onPage }: LogQuery,
): Promise<LogPage> {
  const apps = (await source.store.apps()).filter(maySee);
  const subjects = [...apps, ...(maySee(routePolicy.app) ? [routePolicy.subject] : [])];
  const wanted = subjects.filter((one) => subject === undefined || subject === one);
  const histories = await Promise.all(wanted.map((one) => slots.run(() => historyOf(source, one))));
  const rows = histories
    .flatMap((history) => history.names.map((name, index) => ({ ...name, history, index })))
    .sort((a, b) => b.serial - a.serial);
  const found = key === undefined ? rows : rows.filter((row) => row.key === key);
  const pages = Math.max(1, Math.ceil(found.length / onPage));
  const shown = Math.min(Math.max(1, page), pages);
  const onThisPage = found.slice((shown - 1) * onPage, shown * onPage);
  return {
    entries: await Promise.all(onThisPage.map(({ history, index }) => slots.run(() => history.entry(index)))),
    page: shown,
    pages,
    subjects,
    keys: keysOf(new Set(rows.map((row) => row.key)), source.trust),
    isCut: histories
      .filter(({ names }) => names.length >= recordLimits.history.listed)
      .map((history) => history.subject),
  };
}

const historyOf = async (
  source: LogSource,
  subject: string,
): Promise<Pick<RecordHistory, 'subject' | 'names' | 'entry'>> =>
  subject === routePolicy.subject
    ? await RecordHistory.list(source, routePolicy, policyActs)
    : await RecordHistory.list(source, pointerOf(subject), pointerActs);

/** As many keys that nobody trusts may be asked for: anyone who can write to the store can add more. */
const mostUntrusted = 20;

function keysOf(keys: ReadonlySet<string>, trust: Trust | undefined): readonly LogKey[] {
  const all = [...keys].filter((key) => key !== '').map((key) => ({ key, name: trust?.nameOf(key) }));
  const named = all.flatMap(({ key, name }) => (name === undefined ? [] : [{ key, name }]));
  const others = all.flatMap(({ key, name }) => (name === undefined ? [{ key }] : [])).slice(0, mostUntrusted);
  return [...named.toSorted((a, b) => a.name.localeCompare(b.name)), ...others];
}
