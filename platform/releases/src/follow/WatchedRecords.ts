import { createHash } from 'node:crypto';
import { OperatorError } from '@site/shared/contract/OperatorError.ts';
import { recordLimits } from '../limits.ts';
import { type RecordReading, readUntrusted, type Signed, type SignedRecord } from '../signedRecord.ts';
import type { TrustedKeys } from '../signing/keys.ts';
import type { Trust } from '../signing/Trust.ts';
import type { ReleaseStore } from '../store/ReleaseStore.ts';
import type { Budget } from './Budget.ts';
import type { SeenSerials } from './SeenSerials.ts';

/** Options of `WatchedRecords`. */
export interface WatchedRecordsOptions {
  readonly store: ReleaseStore;
  /** What was accepted before, to detect an old record that someone puts back. */
  readonly seen: SeenSerials;
  /** Whose signatures are accepted. Without it, nothing needs one. */
  readonly trust: Trust | undefined;
}

/** What a look at a record finds; nothing when there is none. */
export interface Look<Value> {
  /** Absent when there is none that is accepted. */
  readonly value?: Value | undefined;
  /** Why it can't be read, or is not accepted. */
  readonly problem?: OperatorError;
  /** The version of a pointer that is not accepted. */
  readonly refused?: string | undefined;
}

/** What is remembered of a file. */
interface Remembered<Value> {
  readonly state: string | undefined;
  readonly hash: string;
  /** The keys that were trusted. */
  readonly keys: TrustedKeys | undefined;
  readonly reading: RecordReading<Value>;
}

/** Longer states aren't kept: a store decides what they are. */
const longestState = 200;

/**
 * Looks at the records of a store, several times a second, and says which to accept. The same bytes are worked on once, whether
 * they were accepted or refused: anyone who can write to the store could otherwise keep every server busy.
 */
export class WatchedRecords<Value extends Signed> {
  readonly #options: WatchedRecordsOptions;
  readonly #known = new Map<string, Remembered<Value>>();

  constructor(options: WatchedRecordsOptions) {
    this.#options = options;
  }

  /**
   * Looks at a record now. When the budget is spent, it is as it was.
   *
   * @param known the last accepted value
   */
  async look(record: SignedRecord<Value>, known: Value | undefined, budget?: Budget): Promise<Look<Value>> {
    const { trust, seen } = this.#options;
    let value: Value | undefined;
    try {
      const reading = await this.#read(record, budget);
      if (reading === 'later') return { value: known };
      if (reading && 'problem' in reading) return { problem: reading.problem, refused: reading.version };
      value = reading?.value;
      if (value) trust?.assertCurrent(record, value, known, seen.of(record.subject));
      if (trust && value?.signature) await seen.accept(record.subject, value.signature);
      return { value };
    } catch (error) {
      const problem = error instanceof OperatorError ? error : new OperatorError('RELEASE-STORE', String(error), error);
      return { problem, refused: value?.version };
    }
  }

  /** What a record says now; undefined when there is none. When the budget is spent, what it said last, or `later`. */
  async #read(record: SignedRecord<Value>, budget?: Budget): Promise<RecordReading<Value> | 'later' | undefined> {
    const { store, trust } = this.#options;
    const { path } = record;
    const last = this.#known.get(path);
    if (budget?.isSpent(path)) return last?.reading ?? 'later';
    const keys = trust?.keys;
    const known = last?.keys === keys ? last : undefined;
    const stored = await store.readChanged(record, known?.state);
    if (stored === 'unchanged') return known?.reading;
    if (!stored) {
      this.#known.delete(path);
      return undefined;
    }
    const { content, state = '' } = stored;
    const now = { state: state.length > longestState ? undefined : state || undefined, keys, hash: hashOf(content) };
    if (known?.hash === now.hash) return this.#remember(path, { ...now, reading: known.reading });
    if (budget?.takes(path, content.length) === false) return last?.reading ?? 'later';
    const reading = readUntrusted(record, content, store.location, (value) => trust?.assertSigner(record, value));
    return this.#remember(path, { ...now, reading });
  }

  #remember(path: string, remembered: Remembered<Value>): RecordReading<Value> {
    this.#known.delete(path);
    this.#known.set(path, remembered);
    const [oldest = path] = this.#known.keys();
    if (this.#known.size > recordLimits.remembered) this.#known.delete(oldest);
    return remembered.reading;
  }
}

const hashOf = (content: Buffer): string => createHash('sha256').update(content).digest('base64');
