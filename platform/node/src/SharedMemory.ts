/**
 * What the servers of a site share, if `SHARED_MEMORY` says where. Nobody depends on it: while it is away or empty, each server
 * goes by what it has seen itself. No call fails or takes long. A text is what a server of this site has kept in the same
 * place: others can't forge it, but may bring back an earlier one, and change counts.
 */
export interface SharedMemory {
  /** The text in a place; undefined when there is none, or no answer in time. */
  readonly get: (place: string) => Promise<string | undefined>;
  /**
   * Keeps a text.
   *
   * @param lifetime in milliseconds
   * @returns whether it is kept
   */
  readonly set: (place: string, text: string, lifetime: number) => Promise<boolean>;
  /** All servers' texts in a table, by the name of the entry. Empty when there is no answer in time. */
  readonly entries: (table: string) => Promise<ReadonlyMap<string, string>>;
  /** Keeps a text as an entry of a table. The whole table is kept for `lifetime` milliseconds from then on. */
  readonly setEntry: (table: string, name: string, text: string, lifetime: number) => Promise<void>;
  /**
   * Counts something. Only a hash of it is stored, with a key that changes every day.
   *
   * @param time after how many milliseconds counting starts again at 1
   * @returns how often all servers have counted it in this time; undefined when there is no answer in time
   */
  readonly count: (what: string, time: number) => Promise<number | undefined>;
  /** Calls back when the memory is found empty: at first, and after it has lost everything. */
  readonly whenEmpty: (callback: () => void) => void;
  readonly close: () => void;
}
