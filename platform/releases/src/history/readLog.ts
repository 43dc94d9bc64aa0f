import { OperatorError } from '@site/shared/contract/OperatorError.ts';
import type { PointerEntry } from '@site/shared/contract/release.ts';
import { recordLimits } from '../limits.ts';
import { pointerOf } from '../pointer.ts';
import { routePolicy } from '../policy.ts';
import { Slots } from '../Slots.ts';
import type { Signed, SignedRecord } from '../signedRecord.ts';
import type { Trust } from '../signing/Trust.ts';
import type { PrunableStore } from '../store/ReleaseStore.ts';
import { isStoreFailure, unlessDamaged } from '../store/storeFailure.ts';
import { type ActsOf, type LogAct, pointerActs, policyActs } from './acts.ts';
import { type KeptName, keptName, keptRecord } from './keptRecords.ts';
import { type SignatureFinding, signatureFinding } from './signatureFinding.ts';

/** What the log is read from. */
export interface LogSource {
  readonly store: Pick<PrunableStore, 'apps' | 'kept' | 'read'>;
  /** Whose signatures servers accept, if known. */
  readonly trust: Trust | undefined;
}

/** What somebody did: a signed record that took effect. */
export interface LogEntry extends SignatureFinding {
  /** The app, or the path of the route policy. */
  readonly subject: string;
  /** When it was signed, by the clock of whoever did, ISO 8601. */
  readonly at: string;
  /** Absent when the record can't be read. */
  readonly act?: LogAct;
  /** Whether it is the one in the store now. */
  readonly isCurrent: boolean;
  /** Whether it is in force although another one was signed later: someone has put it back, or a clock was wrong. */
  readonly isSetBack: boolean;
  /** Whether it tells of versions that went live after the record before it, so that one between them is missing. */
  readonly hasGap: boolean;
  /** What the oldest record of an app tells of versions that were live before: when, but not by whom. */
  readonly earlier: readonly PointerEntry[];
}

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
  /** The public keys in the names of what is kept, each with its name in TRUSTED_KEYS, if it is there. */
  readonly keys: readonly LogKey[];
  /** Subjects of which more is kept than was listed. */
  readonly isCut: readonly string[];
}

/** A key that may be asked for. */
export interface LogKey {
  readonly key: string;
  readonly name?: string;
}

/** A record before it is read. */
interface Row extends KeptName {
  readonly read: () => Promise<LogEntry>;
}

/** Names are listed, and records read, of so many apps at once. */
const slots = new Slots(16);

/**
 * What the signed records of a store tell of who did what. Each is kept as it was signed when another one replaces it, and is checked
 * again here. Only names are read of those that aren't on the page.
 */
export async function readLog(
  source: LogSource,
  { maySee, subject, key, page = 1, onPage }: LogQuery,
): Promise<LogPage> {
  const apps = (await source.store.apps()).filter(maySee);
  const subjects = [...apps, ...(maySee(routePolicy.app) ? [routePolicy.subject] : [])];
  const wanted = subjects.filter((one) => subject === undefined || subject === one);
  const listed = await Promise.all(
    wanted.map((one) =>
      one === routePolicy.subject
        ? rowsOf(source, routePolicy, policyActs)
        : rowsOf(source, pointerOf(one), pointerActs),
    ),
  );
  const rows = listed.flat().toSorted((a, b) => b.serial - a.serial);
  const found = key === undefined ? rows : rows.filter((row) => row.key === key);
  const pages = Math.max(1, Math.ceil(found.length / onPage));
  const shown = Math.min(Math.max(1, page), pages);
  return {
    entries: await Promise.all(found.slice((shown - 1) * onPage, shown * onPage).map(({ read }) => slots.run(read))),
    page: shown,
    pages,
    subjects,
    keys: keysOf(rows, source.trust),
    isCut: wanted.filter((_, index) => (listed[index]?.length ?? 0) >= recordLimits.history.listed),
  };
}

/** What is in the store now of one record, and what it replaced, newest first. */
async function rowsOf<Value extends Signed>(
  source: LogSource,
  record: SignedRecord<Value>,
  acts: ActsOf<Value>,
): Promise<readonly Row[]> {
  const { store } = source;
  const [current, kept] = await slots.run(() => Promise.all([unlessDamaged(store.read(record)), store.kept(record)]));
  const now = current && (keptName(current) ?? unsignedName(acts.since(current)));
  const records = [
    ...(now ? [{ ...now, record, value: current }] : []),
    ...kept.filter(({ name }) => name !== now?.name).map((name) => ({ ...name, record: keptRecord(record, name) })),
  ].toSorted((a, b) => b.serial - a.serial || b.name.localeCompare(a.name));
  const files = records.map((one): File<Value> => ({ ...one, found: once(() => readFound(source, one)) }));
  return files.map((file, index) => ({
    ...file,
    read: async () => ({
      ...(await readEntry(acts, file, files[index + 1])),
      subject: record.subject,
      at: timeOf(file.serial),
      isCurrent: file.record === record,
      isSetBack: file.record === record && index > 0,
    }),
  }));
}

/** A record of the log, and what its file's name says. */
interface File<Value extends Signed> extends KeptName {
  readonly record: SignedRecord<Value>;
  readonly found: () => Promise<Found<Value>>;
}

/** What is in a file, and who has signed it; nothing, and why it counts for nothing. */
interface Found<Value> {
  readonly value?: Value;
  readonly finding: SignatureFinding;
}

/** Reads once what is shown, and compared with the record after it. */
function once<Result>(read: () => Promise<Result>): () => Promise<Result> {
  let reading: Promise<Result> | undefined;
  return () => {
    reading ??= read();
    return reading;
  };
}

/** Where nothing is signed, only what is in the store now is known. */
const unsignedName = (since: string | undefined): KeptName | undefined =>
  since === undefined ? undefined : { name: '', serial: Date.parse(since), key: '' };

/** Serials come from the clock of whoever signs. */
const timeOf = (serial: number): string => new Date(Math.min(serial, 8.64e15)).toISOString();

/** @param before the record that it has replaced */
async function readEntry<Value extends Signed>(
  acts: ActsOf<Value>,
  file: File<Value>,
  before: File<Value> | undefined,
): Promise<Pick<LogEntry, 'act' | 'signer' | 'problem' | 'hasGap' | 'earlier'>> {
  const { value, finding } = await file.found();
  if (!value) return { ...finding, hasGap: false, earlier: [] };
  const replaced = await before?.found();
  // Anyone who can write to the store can put a record there that a key of their own has signed: it decides nothing about others.
  const isComparable =
    !replaced?.finding.problem &&
    (replaced?.finding.signer?.standing !== 'untrusted' || finding.signer?.standing === 'untrusted');
  const known = isComparable ? replaced?.value : undefined;
  return {
    ...finding,
    act: acts.act(value, known),
    hasGap: known !== undefined && acts.isGap(value, known),
    earlier: before ? [] : acts.earlier(value),
  };
}

async function readFound<Value extends Signed>(
  { store, trust }: LogSource,
  { record, name, value: known }: KeptName & Pick<File<Value>, 'record'> & { readonly value?: Value | undefined },
): Promise<Found<Value>> {
  try {
    // What is in the store now may be replaced meanwhile.
    const value = known ?? (await store.read(record));
    if (!value) throw new OperatorError('RELEASE-FILE', `${record.path} is gone: it was removed meanwhile.`);
    const finding = signatureFinding(record, value, trust);
    if ((keptName(value)?.name ?? '') === name) return { value, finding };
    const problem = `RELEASE-RENAMED ${record.path} is another record than its name says.`;
    return { value, finding: { ...finding, problem } };
  } catch (error) {
    if (!(error instanceof OperatorError) || isStoreFailure(error.code)) throw error;
    return { finding: { problem: error.message } };
  }
}

/** As many keys that nobody trusts may be asked for: anyone who can write to the store can add more. */
const mostUntrusted = 20;

function keysOf(rows: readonly Row[], trust: Trust | undefined): readonly LogKey[] {
  const keys = [...new Set(rows.map(({ key }) => key))]
    .filter((key) => key !== '')
    .map((key) => ({ key, name: trust?.nameOf(key) }));
  const named = keys.flatMap(({ key, name }) => (name === undefined ? [] : [{ key, name }]));
  const others = keys.flatMap(({ key, name }) => (name === undefined ? [{ key }] : [])).slice(0, mostUntrusted);
  return [...named.toSorted((a, b) => a.name.localeCompare(b.name)), ...others];
}
