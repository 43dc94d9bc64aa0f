import { createHash } from 'node:crypto';
import { recordLimits } from '../limits.ts';
import { type RecordKind, type RecordReading, readRecord, type SignedRecord } from '../signedRecord.ts';
import type { TrustedKeys } from '../signing/keys.ts';
import type { Trust } from '../signing/Trust.ts';
import type { ReleaseStore } from '../store/ReleaseStore.ts';
import type { Budget } from './Budget.ts';

/** Options of `WatchedRecords`. */
export interface WatchedRecordsOptions<Value> {
  readonly store: ReleaseStore;
  readonly kind: RecordKind<Value>;
  /** Whose signatures are accepted. Without it, nothing needs one. */
  readonly trust: Trust | undefined;
  /** Checks who has signed a file. */
  readonly assertSigned: (trust: Trust, path: string, record: SignedRecord) => void;
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
 * Looks at the small signed files of a store. The same bytes are worked on once, whether they were accepted or refused:
 * anyone who can write to the store could otherwise keep every server busy.
 */
export class WatchedRecords<Value> {
  readonly #options: WatchedRecordsOptions<Value>;
  readonly #known = new Map<string, Remembered<Value>>();

  constructor(options: WatchedRecordsOptions<Value>) {
    this.#options = options;
  }

  /**
   * What a file says now; undefined when there is none. When the budget is spent, what it said last, or `later`.
   *
   * @throws {OperatorError} as `ReleaseStore.record`
   */
  async look(path: string): Promise<RecordReading<Value> | undefined>;
  async look(path: string, budget: Budget): Promise<RecordReading<Value> | 'later' | undefined>;
  async look(path: string, budget?: Budget): Promise<RecordReading<Value> | 'later' | undefined> {
    const { store, trust } = this.#options;
    const last = this.#known.get(path);
    if (budget?.isSpent(path)) return last?.reading ?? 'later';
    const keys = trust?.keys;
    const known = last?.keys === keys ? last : undefined;
    const record = await store.record(path, known?.state);
    if (record === 'unchanged') return known?.reading;
    if (!record) {
      this.#known.delete(path);
      return undefined;
    }
    const { content, state = '' } = record;
    const now = { state: state.length > longestState ? undefined : state || undefined, keys, hash: hashOf(content) };
    if (known?.hash === now.hash) return this.#remember(path, { ...now, reading: known.reading });
    if (budget?.takes(path, content.length) === false) return last?.reading ?? 'later';
    return this.#remember(path, { ...now, reading: this.#read(path, content) });
  }

  #read(path: string, content: Buffer): RecordReading<Value> {
    const { store, kind, trust, assertSigned } = this.#options;
    const source = `${store.location}/${path}`;
    return readRecord({ content, source }, kind, (record) => trust && assertSigned(trust, path, record));
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
