import type { RouteTable } from './table.ts';

const none: RouteTable = { pages: {} };

let current = none;

/** The table that links are made from. */
export const currentTable = (): RouteTable => current;

/** Sets the table for everything that follows: in a browser, which has one. */
export function setTable(table: RouteTable): void {
  current = table;
}

/**
 * Does something with a table, at once: on a server, where pages of several tables are rendered side by side. What waits in
 * between must not rely on it.
 */
export function withTable<Result>(table: RouteTable, task: () => Result): Result {
  const before = current;
  current = table;
  try {
    return task();
  } finally {
    current = before;
  }
}
