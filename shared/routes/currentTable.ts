import type { RouteTable } from './table.ts';

const none: RouteTable = { pages: {} };

let current = none;

/** The table that links are made from. */
export const currentTable = (): RouteTable => current;

/** Sets the table for all that follows. For browsers, which have only one. */
export function setTable(table: RouteTable): void {
  current = table;
}

/**
 * Runs a synchronous task with a table. For servers, which render pages of several tables at the same time; code after an
 * `await` must not rely on it.
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
