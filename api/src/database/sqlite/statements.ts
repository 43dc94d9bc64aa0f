import type { DatabaseSync, SQLInputValue } from 'node:sqlite';
import type { SqliteDatabase } from 'kysely';

/** Node's own SQLite in the shape that Kysely's SQLite driver expects: that of `better-sqlite3`. */
export function kyselyStatements(database: DatabaseSync): SqliteDatabase {
  return {
    close: () => database.close(),
    prepare: (sql) => {
      const statement = database.prepare(sql);
      return {
        reader: statement.columns().length > 0,
        all: (parameters) => statement.all(...values(parameters)),
        run: (parameters) => statement.run(...values(parameters)),
        iterate: (parameters) => statement.iterate(...values(parameters)),
      };
    },
  };
}

function values(parameters: readonly unknown[]): SQLInputValue[] {
  // Kysely hands on what the typed tables let through: text, numbers and null.
  return parameters as SQLInputValue[];
}
