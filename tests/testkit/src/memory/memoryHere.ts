import type { SharedMemory } from '@site/node/SharedMemory.ts';

/** A shared memory inside of the test, which the test may read, change, lose and take away. */
export interface MemoryHere extends SharedMemory {
  readonly texts: Map<string, string>;
  /** Loses everything. */
  readonly lose: () => void;
  /** Gives no answers from now on, or answers again. */
  readonly setAway: (isAway: boolean) => void;
}

/** Creates an empty one. */
export function memoryHere(): MemoryHere {
  const texts = new Map<string, string>();
  const tables = new Map<string, Map<string, string>>();
  const counts = new Map<string, number>();
  const callbacks: (() => void)[] = [];
  let isAway = false;
  return {
    texts,
    lose: () => {
      for (const stored of [texts, tables, counts]) stored.clear();
      for (const callback of callbacks) callback();
    },
    setAway: (away) => {
      isAway = away;
    },
    get: async (place) => (isAway ? undefined : texts.get(place)),
    set: async (place, text) => {
      if (!isAway) texts.set(place, text);
      return !isAway;
    },
    entries: async (table) => new Map(isAway ? [] : tables.get(table)),
    setEntry: async (table, name, text) => {
      if (!isAway) tables.set(table, new Map(tables.get(table)).set(name, text));
    },
    count: async (what) => {
      if (isAway) return undefined;
      counts.set(what, (counts.get(what) ?? 0) + 1);
      return counts.get(what);
    },
    whenEmpty: (callback) => {
      callbacks.push(callback);
    },
    close: () => {},
  };
}
