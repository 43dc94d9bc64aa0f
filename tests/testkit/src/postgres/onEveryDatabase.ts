import { describe } from '@rstest/core';

/** A kind of database that the site works with. */
export type DatabaseKind = 'SQLite' | 'PostgreSQL';

/**
 * Declares tests once per kind of database; the second tier adds PostgreSQL, unless a file needs it in the first. Without a
 * PostgreSQL server its tests are skipped, as `globalSetup.ts` reports.
 */
export function onEveryDatabase(tests: (kind: DatabaseKind) => void, { inFirstTier = false } = {}): void {
  describe('with SQLite', () => tests('SQLite'));
  if (process.env.FIRST_TIER && !inFirstTier) return;
  describe.skipIf(!process.env.TEST_DATABASE_URL)('with PostgreSQL', () => tests('PostgreSQL'));
}
