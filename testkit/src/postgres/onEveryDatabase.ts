import { describe } from '@rstest/core';

/** A kind of database that the site works with. */
export type DatabaseKind = 'SQLite' | 'PostgreSQL';

/** Declares tests once for each kind of database. PostgreSQL's are skipped where there is none; the run has said so. */
export function onEveryDatabase(tests: (kind: DatabaseKind) => void): void {
  describe('with SQLite', () => tests('SQLite'));
  describe.skipIf(!process.env.TEST_DATABASE_URL)('with PostgreSQL', () => tests('PostgreSQL'));
}
