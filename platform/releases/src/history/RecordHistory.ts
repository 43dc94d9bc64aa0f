import { OperatorError } from '@site/shared/contract/OperatorError.ts';
import type { PointerEntry } from '@site/shared/contract/release.ts';
import type { Signed, SignedRecord } from '../signedRecord.ts';
import type { Trust } from '../signing/Trust.ts';
import type { PrunableStore } from '../store/ReleaseStore.ts';
import { isStoreFailure, unlessDamaged } from '../store/storeFailure.ts';
import type { ActsOf, LogAct } from './acts.ts';
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

/** What is in a file, and who has signed it; nothing, and why it counts for nothing. */
interface Found<Value> {
  readonly value?: Value;
  readonly finding: SignatureFinding;
}

/** As many records are read at most to see whether what is in force was put back. */
const mostLater = 20;

/** A record of a store and what it has replaced: listed first, then read where it is asked for. */
export class RecordHistory<Value extends Signed = Signed> {
  readonly #source: LogSource;
  readonly #record: SignedRecord<Value>;
  readonly #acts: ActsOf<Value>;
  /** What is in the store now: while the log is read, it may be replaced. */
  readonly #current: Value | undefined;
  /** What was read: a record is shown, and compared with the one after it. */
  readonly #found = new Map<number, Promise<Found<Value>>>();
  /** What is known of each record before it is read, newest first. */
  readonly names: readonly KeptName[];
  /** The index of the one that is in the store now; -1 when there is none. */
  readonly #now: number;

  private constructor(
    source: LogSource,
    record: SignedRecord<Value>,
    acts: ActsOf<Value>,
    { current, kept }: { readonly current: Value | undefined; readonly kept: readonly KeptName[] },
  ) {
    this.#source = source;
    this.#record = record;
    this.#acts = acts;
    this.#current = current;
    const now = current && (keptName(current) ?? unsignedName(acts.since(current)));
    this.names = [...(now ? [now] : []), ...kept.filter(({ name }) => name !== now?.name)].sort(
      (a, b) => b.serial - a.serial || (a.name < b.name ? 1 : -1),
    );
    this.#now = now ? this.names.indexOf(now) : -1;
  }

  /** @throws {OperatorError} when the store can't be read */
  static async list<Value extends Signed>(
    source: LogSource,
    record: SignedRecord<Value>,
    acts: ActsOf<Value>,
  ): Promise<RecordHistory<Value>> {
    const { store } = source;
    const [current, kept] = await Promise.all([unlessDamaged(store.read(record)), store.kept(record)]);
    return new RecordHistory(source, record, acts, { current, kept });
  }

  /** The app, or the path of the route policy. */
  get subject(): string {
    return this.#record.subject;
  }

  /** @param index as in `names` */
  async entry(index: number): Promise<LogEntry> {
    const isCurrent = index === this.#now;
    const { value, finding } = await this.#find(index);
    const before = index + 1 < this.names.length ? await this.#find(index + 1) : undefined;
    const known = before && isComparable(before.finding, finding) ? before.value : undefined;
    return {
      ...finding,
      ...(value && { act: this.#acts.act(value, known) }),
      subject: this.subject,
      at: timeOf(this.names[index]?.serial ?? 0),
      isCurrent,
      isSetBack: isCurrent && (await this.#isSetBack(index)),
      hasGap: value !== undefined && known !== undefined && this.#acts.isGap(value, known),
      earlier: value && !before ? this.#acts.earlier(value) : [],
    };
  }

  /** Whether one of the later records is what a key has signed that is, or was, trusted for it. */
  async #isSetBack(index: number): Promise<boolean> {
    const later = Array.from({ length: Math.min(index, mostLater) }, (_, distance) => index - distance - 1);
    const found = await Promise.all(later.map((one) => this.#find(one)));
    return found.some(({ value, finding }) => value !== undefined && isBinding(finding));
  }

  #find(index: number): Promise<Found<Value>> {
    const found = this.#found.get(index) ?? this.#read(index);
    this.#found.set(index, found);
    return found;
  }

  async #read(index: number): Promise<Found<Value>> {
    const { store, trust } = this.#source;
    const { name } = this.names[index] ?? { name: '' };
    const isCurrent = index === this.#now;
    const record = isCurrent ? this.#record : keptRecord(this.#record, { name });
    try {
      const value = isCurrent ? this.#current : await store.read(record);
      if (!value) throw new OperatorError('RELEASE-FILE', `${record.path} is gone: it was removed meanwhile.`);
      const finding = signatureFinding(record, value, trust);
      if (isCurrent || keptName(value)?.name === name) return { value, finding };
      const renamed = `RELEASE-RENAMED ${record.path} is another record than its name says.`;
      return { value, finding: { ...finding, problem: finding.problem ?? renamed } };
    } catch (error) {
      if (!(error instanceof OperatorError) || isStoreFailure(error.code)) throw error;
      return { finding: { problem: error.message } };
    }
  }
}

/** Where nothing is signed, only what is in the store now is known. */
const unsignedName = (since: string | undefined): KeptName | undefined =>
  since === undefined ? undefined : { name: '', serial: Date.parse(since), key: '' };

/** Serials come from the clock of whoever signs. */
const timeOf = (serial: number): string => new Date(Math.min(serial, 8.64e15)).toISOString();

/** Anyone who can write to the store can put a record there that a key of their own has signed: it decides nothing about others. */
const isBinding = ({ problem, signer }: SignatureFinding): boolean =>
  problem === undefined && signer?.standing !== 'untrusted';

/** Whether a record is told by what it changes of another one. Those of a key that is no longer trusted are, among themselves. */
const isComparable = (before: SignatureFinding, after: SignatureFinding): boolean =>
  isBinding(before) || (before.problem === undefined && !isBinding(after));
